my @kept;
push @kept, 'x' x (1 << 20) while 1;
