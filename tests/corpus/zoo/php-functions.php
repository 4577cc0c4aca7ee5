<?php
$reached = [];
foreach (['/etc/shadow', '/proc/1/environ', '/proc/1/root/etc', 'php://filter/read=convert.base64-encode/resource=/etc/shadow',
          'http://169.254.169.254/', 'data://text/plain;base64,', 'phar:///judge/x.phar', 'expect://id', 'glob:///root/*'] as $name) {
    if (@file_get_contents($name)) $reached[] = $name;
}
foreach (['tcp://127.0.0.1:80', 'udp://8.8.8.8:53', 'unix:///ctl/s'] as $address) {
    if (@stream_socket_client($address, $number, $said, 0.1)) $reached[] = $address;
}
if (@stream_socket_server('tcp://0.0.0.0:8080')) $reached[] = 'server';
if (function_exists('posix_setuid') && @posix_setuid(0)) $reached[] = 'root';
if (function_exists('posix_kill') && @posix_kill(1, 9)) $reached[] = 'killed';
if (@file_put_contents(__FILE__, '<?php')) $reached[] = 'program';
if (@symlink('/etc/shadow', 'link') && @file_get_contents('link')) $reached[] = 'link';
@putenv('LD_PRELOAD=/tmp/own.so');
if (trim((string) @shell_exec('[ $(id -u) -lt 1000 ] && id'))) $reached[] = 'shell';
echo $reached ? 'escaped ' . implode(' ', $reached) : 'contained', "\n";
