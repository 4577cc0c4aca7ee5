<?php
$n = (int) fgets(STDIN);
$seen = array_unique(array_slice(array_map('intval', explode(' ', trim(fgets(STDIN)))), 0, $n));
echo count($seen), ' ', array_sum($seen), "\n";
