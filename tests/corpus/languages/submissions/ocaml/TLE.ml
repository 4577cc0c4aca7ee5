let () =
  let n = ref 1 in
  while !n <> 0 do n := !n lor 1 done;
  print_int !n
