my @kept;
push @kept, 'x' x (1 << 20) . @kept while 1;
