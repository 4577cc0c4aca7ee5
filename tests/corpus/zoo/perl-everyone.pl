$SIG{$_} = 'IGNORE' for qw(TERM INT HUP USR1 USR2);
kill 'TERM', -1;
kill 'STOP', 1;
kill 'USR1', -getpgrp;
print "contained\n";
