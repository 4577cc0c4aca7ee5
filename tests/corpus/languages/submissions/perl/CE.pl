use strict;
$undeclared = 1;
print $undeclared;
