v <- scan(file("stdin"), quiet = TRUE)
seen <- unique(v[-1])
cat(length(seen), format(sum(seen), scientific = FALSE), "\n")
