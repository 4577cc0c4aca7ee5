local n = 1
while n ~= 0 do n = n | 1 end
print(n)
