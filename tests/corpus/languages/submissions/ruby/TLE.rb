n = 1
n |= 1 while n != 0
puts n
