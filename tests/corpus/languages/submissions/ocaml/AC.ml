module Seen = Set.Make (Int)

let () =
  let n = Scanf.scanf " %d" (fun x -> x) in
  let rec fill k seen =
    if k = 0 then seen else fill (k - 1) (Seen.add (Scanf.scanf " %d" (fun x -> x)) seen) in
  let seen = fill n Seen.empty in
  Printf.printf "%d %d\n" (Seen.cardinal seen) (Seen.fold ( + ) seen 0)
