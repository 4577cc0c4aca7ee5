n = 0
kept = []
loop { kept << "name#{n += 1}".to_sym << ("x" * 4096) }
