program Slow;
var
  n: LongWord;
begin
  n := 1;
  while n <> 0 do n := n or 1;
  WriteLn(n);
end.
