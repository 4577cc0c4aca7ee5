program Crash;
var
  p: ^Integer;
begin
  p := nil;
  WriteLn(p^);
end.
