<?php
$n = 1;
while ($n) $n |= 1;
echo $n;
