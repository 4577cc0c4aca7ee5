local n = = 1
