<?php
ini_set('memory_limit', '-1');
$kept = [];
while (true) $kept[] = str_repeat(chr(count($kept) % 256), 1 << 20);
