let () = print_int (List.hd (List.tl [1]))
