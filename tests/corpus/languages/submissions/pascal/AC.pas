program Distinct;
var
  n, i, j, count: Integer;
  sum: Int64;
  v: array of Int64;
  old: Boolean;
begin
  Read(n);
  SetLength(v, n);
  count := 0;
  sum := 0;
  for i := 0 to n - 1 do
  begin
    Read(v[count]);
    old := False;
    for j := 0 to count - 1 do
      if v[j] = v[count] then old := True;
    if not old then
    begin
      sum := sum + v[count];
      Inc(count);
    end;
  end;
  WriteLn(count, ' ', sum);
end.
