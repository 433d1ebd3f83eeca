<?php
// HUSTOJ: its import takes the problem, and checker and submissions compile by its commands.
// Its files run without a web server and a database: `pdo_query` only records.
[, $checkout, $package] = $argv;
$web = "$checkout/trunk/web";
$queries = [];

function pdo_query($sql, ...$values) {
    $GLOBALS['queries'][] = [$sql, array_map('strval', $values)];
    return stripos($sql, 'insert') === 0 ? 1000 : [];
}

function expect($holds, $sentence) {
    if (!$holds) {
        echo "$sentence\n";
        exit(1);
    }
}

function run($command, &$output = null) {
    $output = [];
    exec("$command 2>&1", $output, $code);
    return $code;
}

/** Compile a source once; return the folder with the result. */
function compiled($name, $source, $command) {
    $folder = md5($command . $source);
    if (!is_dir($folder)) {
        run('rm -rf w; mkdir w');
        file_put_contents("w/$name", $source);
        expect(run("cd w && $command", $output) === 0, implode("\n", $output));
        rename('w', $folder);
    }
    return $folder;
}

function part($file, $pattern) {
    expect(preg_match($pattern, file_get_contents($file), $match), "no $pattern in $file");
    return $match[0];
}

foreach (['language_name', 'language_ext'] as $name) {
    eval(part("$web/include/const.inc.php", "/\\\$$name=.*?;/s"));
}
require "$web/include/problem.php";
$functions = part("$web/admin/problem_import_xml.php", '/^function image_save_file.*(?=^if \(!empty\(\$_FILES)/ms');
eval(preg_replace('/^\s*require_once.*$/m', '', $functions));

$OJ_DATA = getcwd() . '/data';
$OJ_NAME = $domain = 'here';
$OJ_REMOTE_JUDGE = false;
$user_id = 'admin';
$data = "$OJ_DATA/1000";
run("rm -rf $OJ_DATA admin upload; mkdir -p $OJ_DATA admin");
chdir('admin');
ob_start();
import_fps("$package/fps.xml");
ob_end_clean();
chdir('..');

$problem = $images = null;
$submissions = [];
foreach ($queries as [$sql, $values]) {
    if (stripos($sql, 'INSERT INTO `problem`') === 0) $problem = $values;
    if (stripos($sql, 'INSERT INTO solution(') === 0) $language = $values[3];
    if (stripos($sql, 'INSERT INTO `source_code`') === 0) $submissions[] = [$language, $values[1]];
    if (stripos($sql, 'UPDATE problem SET description') === 0) $images[$values[0]] = $values[1];
}
expect($problem, 'no problem was added');
// install/db.sql: the columns of problem.
expect(mb_strlen($problem[0]) <= 200 && mb_strlen($problem[9]) <= 100, 'title or source too long');
preg_match_all('/<img src="(.*?)"/', implode($problem), $named);
foreach ($named[1] as $name) {
    expect(is_file("admin/{$images[$name]}"), "no image $name");
}

// trunk/core/judge_client/judge_client.cc: spj.cc by the compiler's default, which is gnu++14 on
// Ubuntu 18.04 and 20.04; submissions by `compile`.
$spj = compiled('spj.cc', file_get_contents("$data/spj.cc"), 'g++ -std=gnu++14 -o spj spj.cc');
$spj = "$spj/spj";
$commands = [
    1 => 'g++ -fno-asm -O2 -fmax-errors=10 -std=c++14 -Wall -lm --static -DONLINE_JUDGE -o Main Main.cc',
    3 => 'javac -encoding UTF-8 Main.java',
    6 => 'python3 -c "import py_compile; py_compile.compile(r\'Main.py\', doraise=True)"',
];
expect($submissions, 'the import submits nothing');
foreach ($submissions as [$language, $source]) {
    expect(isset($commands[$language]), "unknown language $language");
    compiled("Main.{$language_ext[$language]}", $source, $commands[$language]);
}
$inputs = glob("$data/*.in");
foreach ($inputs as $input) {
    $answer = preg_replace('/in$/', 'out', $input);
    expect(run("$spj $input $answer $answer", $output) === 0, "$input: " . implode($output));
    expect(run("$spj $input $answer /dev/null") !== 0, "$input: an empty output is right");
}
echo "title: $problem[0]\n", count($inputs), ' tests, ', count($submissions), " submissions\n";
