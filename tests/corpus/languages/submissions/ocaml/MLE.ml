let () =
  let kept = ref [] in
  while true do kept := Bytes.make (1 lsl 20) 'x' :: !kept done;
  print_int (List.length !kept)
