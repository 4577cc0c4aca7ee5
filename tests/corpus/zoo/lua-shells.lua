local reached = {}
for _, command in ipairs {
  "cat /etc/shadow", "cat /proc/1/environ", "ls /proc/1/root/", "[ $(id -u) -lt 1000 ] && id", "cat /ctl/*",
  "touch /usr/x /judge/x /x && echo written", "kill -9 1 && echo killed",
} do
  local pipe = io.popen(command .. " 2>/dev/null")
  local said = pipe:read("a")
  if pipe:close() and #said > 0 then reached[#reached + 1] = command end
end
print(#reached == 0 and "contained" or "escaped " .. table.concat(reached, ", "))
