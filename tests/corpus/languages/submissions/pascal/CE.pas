program Broken;
var
  n: Integer;
begin
  n := 'one';
end.
