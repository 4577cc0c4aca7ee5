local n, sum = io.read("n"), 0
for _ = 1, n do sum = sum + io.read("n") end
print(n .. " " .. sum)
