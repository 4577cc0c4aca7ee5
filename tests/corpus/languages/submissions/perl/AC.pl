use strict;
my $n = <STDIN>;
my %seen = map { $_ => 1 } split ' ', <STDIN>;
my $sum = 0;
$sum += $_ for keys %seen;
print scalar(keys %seen), " $sum\n";
