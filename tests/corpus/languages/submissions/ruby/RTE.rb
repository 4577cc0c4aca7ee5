nothing = nil
puts nothing.size
