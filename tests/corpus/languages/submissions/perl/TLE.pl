my $n = 1;
$n |= 1 while $n;
print $n;
