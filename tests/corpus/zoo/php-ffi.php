<?php
try {
    $c = FFI::cdef('int setuid(int); long syscall(long, ...); int kill(int, int);', 'libc.so.6');
    $done = $c->setuid(0) === 0 || $c->kill(1, 9) === 0 || $c->syscall(41, 2, 1, 0) >= 0;
} catch (Throwable $refused) {
    $done = false;
}
echo $done ? "escaped\n" : "contained\n";
