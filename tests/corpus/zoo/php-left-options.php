<?php
$found = is_file('.user.ini') || is_file('/tmp/php.ini') || is_file('php.ini');
foreach (['.user.ini', 'php.ini', '/tmp/php.ini', '/tmp/.user.ini'] as $name) {
    file_put_contents($name, "auto_prepend_file=/tmp/own.php\ndisable_functions=print,fgets\n");
}
file_put_contents('/tmp/own.php', '<?php exit(1);');
echo $found ? "escaped\n" : "contained\n";
