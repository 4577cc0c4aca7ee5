program Total;
var
  n, i: Integer;
  x, sum: Int64;
begin
  Read(n);
  sum := 0;
  for i := 1 to n do
  begin
    Read(x);
    sum := sum + x;
  end;
  WriteLn(n, ' ', sum);
end.
