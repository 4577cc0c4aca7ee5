stop("no way")
