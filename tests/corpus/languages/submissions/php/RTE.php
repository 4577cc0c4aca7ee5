<?php
function f(int $x) { return $x; }
echo f("no number");
