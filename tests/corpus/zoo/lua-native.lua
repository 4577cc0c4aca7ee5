local reached = ""
for _, name in ipairs { "/judge/spawnd.so", "/lib/x86_64-linux-gnu/libc.so.6", "/proc/self/exe" } do
  for _, entry in ipairs { "setuid", "luaopen_own", "box_fork_each" } do
    local loaded = package.loadlib(name, entry)
    if loaded and entry == "luaopen_own" then reached = reached .. " " .. name end
  end
end
print(reached == "" and "contained" or "escaped" .. reached)
