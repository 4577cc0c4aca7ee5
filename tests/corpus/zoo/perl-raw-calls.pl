my %attempts = (ptrace => [101, 16, 1, 0, 0], socket => [41, 2, 1, 0], unshare => [272, 0x10000000], setuid => [105, 0],
    chroot => [161, "/tmp"], keyctl => [250, 0, 0], kill => [62, 1, 9], mount => [165, "a", "/tmp", "tmpfs", 0, 0],
    perf => [298, "\0" x 120, 0, -1, -1, 0], x32 => [0x40000000 + 39], shmget => [29, 1, 4096, 01600]);
my $reached = '';
for my $what (sort keys %attempts) {
    my ($number, @values) = @{$attempts{$what}};
    $reached .= " $what" if syscall($number, @values) >= 0;
}
$reached .= ' user' if ($> = 0, $> == 0) || ($< = 0, $< == 0);
print $reached ? "escaped$reached\n" : "contained\n";
