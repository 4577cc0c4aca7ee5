<?php
$n = (int) fgets(STDIN);
echo $n, ' ', array_sum(explode(' ', trim(fgets(STDIN)))), "\n";
