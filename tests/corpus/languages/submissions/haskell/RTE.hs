main :: IO ()
main = do
  v <- fmap (drop 1000 . words) getLine
  putStrLn (head v)
