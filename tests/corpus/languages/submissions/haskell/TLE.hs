import Data.Bits

spin :: Int -> Int
spin n = if n == 0 then 0 else spin (n .|. 1)

main :: IO ()
main = do
  n <- fmap length getLine
  print (spin (n + 1))
