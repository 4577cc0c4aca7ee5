import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

public class Main {
    interface Attempt {
        Object make() throws Exception;
    }

    public static void main(String[] arguments) {
        List<String> reached = new ArrayList<>();
        Attempt[] attempts = {
            () -> new ServerSocket(8080),
            () -> new Socket("127.0.0.1", 80),
            () -> new DatagramSocket(5353),
            () -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of("own")),
            () -> SocketChannel.open(UnixDomainSocketAddress.of("/ctl/s")),
            () -> SocketChannel.open(new InetSocketAddress("169.254.169.254", 80)),
            () -> InetAddress.getByName("example.org"),
        };
        for (int n = 0; n < attempts.length; n++) {
            try {
                attempts[n].make();
                reached.add("attempt " + n);
            } catch (Exception | Error refused) {
                continue;
            }
        }
        System.out.println(reached.isEmpty() ? "contained" : "escaped " + reached);
    }
}
