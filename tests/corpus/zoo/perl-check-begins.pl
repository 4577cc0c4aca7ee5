BEGIN {
    open my $file, '>', '/tmp/left';
    kill 'KILL', 1, getppid;
    for (1 .. 200) { defined(my $child = fork) or last; if (!$child) { setpgrp; sleep 100; } }
}
print "contained\n";
sleep 100;
