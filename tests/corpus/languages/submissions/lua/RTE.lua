local nothing = nil
print(nothing.size)
