die "no way\n";
