attempts = { ptrace: [101, 16, 1, 0, 0], socket: [41, 2, 1, 0], unshare: [272, 0x10000000], setuid: [105, 0],
             chroot: [161, "/tmp"], bpf: [321, 0, "\0" * 64, 64], vm: [310, 1, "\0" * 16, 1, "\0" * 16, 1, 0],
             keyctl: [250, 0, 0], uring: [425, 1, "\0" * 128], kill: [62, 1, 9], shmget: [29, 1, 4096, 0o1600] }
reached = attempts.select do |_, call|
  $VERBOSE = nil
  begin
    syscall(*call)
    true
  rescue StandardError, ScriptError
    false
  end
end
puts reached.empty? ? "contained" : "escaped #{reached.keys}"
