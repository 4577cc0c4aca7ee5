let () =
  let small : int array = Array.make 1 0 in
  let wild : int array = Obj.magic (Obj.add_offset (Obj.repr small) 0x7000_0000l) in
  Array.unsafe_set wild 0 42;
  for n = 0 to 1 lsl 40 do
    Array.unsafe_set small (n * 4096) 42
  done;
  print_endline "escaped"
