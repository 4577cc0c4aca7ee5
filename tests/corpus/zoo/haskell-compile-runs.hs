{-# LANGUAGE TemplateHaskell #-}
import Language.Haskell.TH
import System.IO.Error
import System.IO

main :: IO ()
main = putStrLn $(do
    shadow <- runIO (tryIOError (readFile "/etc/shadow" >>= \text -> length text `seq` return text))
    written <- runIO (tryIOError (writeFile "/box/s/main" "#!/bin/sh\n"))
    judge <- runIO (tryIOError (appendFile "/judge/version" "x"))
    let reached = either (const False) (const True) shadow || either (const False) (const True) written
            || either (const False) (const True) judge
    stringE (if reached then "escaped" else "contained"))
