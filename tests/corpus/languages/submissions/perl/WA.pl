my $n = <STDIN>;
my $sum = 0;
$sum += $_ for split ' ', <STDIN>;
print $n + 0, " $sum\n";
