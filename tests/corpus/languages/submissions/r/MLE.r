kept <- list()
while (TRUE) kept[[length(kept) + 1]] <- runif(131072)
