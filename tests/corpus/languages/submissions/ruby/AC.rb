n = gets.to_i
seen = gets.split.first(n).map(&:to_i).uniq
puts "#{seen.size} #{seen.sum}"
