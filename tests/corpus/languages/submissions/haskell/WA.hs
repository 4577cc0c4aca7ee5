main :: IO ()
main = do
  n <- readLn :: IO Int
  v <- map read . words <$> getLine :: IO [Int]
  putStrLn (show n ++ " " ++ show (sum v))
