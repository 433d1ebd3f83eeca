<?php
// UOJ: its website prepares the uploaded files, and its judger judges a right program and an empty
// one.  The website's code runs without a database, in other folders than its own.
[, $checkout, $package] = $argv;
error_reporting(E_ALL & ~E_DEPRECATED);
$here = getcwd();
$judger = "$here/uoj_judger";
$data = "$here/data";

class DB {
    static function escape($text) { return $text; }
    static function update($sql) {}
}

function expect($holds, $sentence) {
    if (!$holds) {
        echo "$sentence\n";
        exit(1);
    }
}

$libraries = "$checkout/web/app/libs";
require "$libraries/uoj-validate-lib.php";
require "$libraries/uoj-html-lib.php";
foreach (['uoj-judger-lib.php', 'uoj-data-lib.php'] as $name) {
    $code = str_replace('/var/uoj_data', $data, file_get_contents("$libraries/$name"));
    eval("?>$code");
}
$uojMainJudgerWorkPath = $judger;
exec("rm -rf $data; mkdir -p $data/upload $data/1; touch $data/1.zip; cp -r $package $data/upload/1");
$problem = ['id' => '1', 'hackable' => true, 'extra_config' => '{}', 'submission_requirement' => '{}'];
$error = (new SyncProblemDataHandler($problem, null))->handle();
expect($error === '', $error);

function result($source) {
    global $here, $judger, $data;
    exec('rm -rf work result; mkdir work result');
    file_put_contents('work/answer.code', $source);
    file_put_contents('work/submission.conf', "problem_id 1\nanswer_language C++\nanswer_unit_name answer\n");
    exec("$judger/builtin/judger/judger $judger $here/work $here/result $data/1");
    return file_get_contents('result/result.txt');
}

$result = result(file_get_contents("$package/std.cpp"));
expect(preg_match('/^score 100$/m', $result), "std.cpp: $result");
// Also the points of a test count, which programs get that are wrong on others.
preg_match_all('/<test num="\d+" score="(\d+)"/', $result, $scores);
expect(array_sum($scores[1]) === 100, "std.cpp: " . implode(' + ', $scores[1]) . ' points');
echo count($scores[1]), " tests, 100 points\n";
$result = result('int main() {}');
expect(preg_match('/^score 0$/m', $result), "an empty program: $result");
