import qualified Data.Map.Strict as Map

grow :: Map.Map Int Int -> Int -> Map.Map Int Int
grow kept n = if Map.member (-n) kept then kept else grow (Map.insert n n kept) (n + 1)

main :: IO ()
main = do
  n <- fmap length getLine
  print (Map.size (grow Map.empty n))
