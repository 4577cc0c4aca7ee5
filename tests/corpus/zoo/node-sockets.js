const net = require('net');
const dgram = require('dgram');
const reached = [];
const attempts = [
  () => net.createServer().listen(8080),
  () => net.createServer().listen('own'),
  () => net.createServer().listen('\0abstract'),
  () => net.connect(80, '127.0.0.1'),
  () => net.connect('/ctl/s'),
  () => dgram.createSocket('udp4').bind(5353),
];
attempts.forEach((make, n) => {
  try {
    const one = make();
    one.on('listening', () => reached.push(n)).on('connect', () => reached.push(n)).on('error', () => {});
  } catch (refused) {
    return;
  }
});
setTimeout(() => {
  console.log(reached.length ? `escaped ${reached}` : 'contained');
  process.exit(0);
}, 50);
