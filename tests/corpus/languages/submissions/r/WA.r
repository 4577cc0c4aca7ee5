v <- scan(file("stdin"), quiet = TRUE)
cat(v[1], format(sum(v[-1]), scientific = FALSE), "\n")
