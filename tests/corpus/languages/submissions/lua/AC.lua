local n = io.read("n")
local seen, count, sum = {}, 0, 0
for _ = 1, n do
  local x = io.read("n")
  if not seen[x] then
    seen[x] = true
    count = count + 1
    sum = sum + x
  end
end
print(count .. " " .. sum)
