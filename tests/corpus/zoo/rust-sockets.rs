use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};

fn main() {
    let reached = [
        TcpListener::bind("127.0.0.1:0").is_ok(),
        TcpStream::connect("127.0.0.1:80").is_ok(),
        UdpSocket::bind("0.0.0.0:0").is_ok(),
        UnixListener::bind("own").is_ok(),
        UnixStream::connect("/ctl/s").is_ok(),
        UnixDatagram::unbound().is_ok(),
    ];
    if reached.contains(&true) {
        println!("escaped {reached:?}");
    } else {
        println!("contained");
    }
}
