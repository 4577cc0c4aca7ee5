import qualified Data.Set as Set

main :: IO ()
main = do
  n <- readLn
  seen <- Set.fromList . take n . map read . words <$> getLine
  putStrLn (show (Set.size seen) ++ " " ++ show (sum (Set.toList seen) :: Int))
