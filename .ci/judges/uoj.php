<?php
// UOJ: its website prepares the uploaded files, without a database, and in other folders than its
// own.  Of its judger, which runs compilers, only testlib.h is used.
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

exec("rm -rf $judger; mkdir -p $judger/run; ln -s $checkout/judger/uoj_judger/include $judger/include");
file_put_contents("$judger/run/formatter", "#!/bin/sh\nexec cat\n");
file_put_contents("$judger/run/run_program", <<<'END'
#!/bin/sh
for word; do
    case $word in
        --err=*) errors=${word#--err=}; shift ;;
        --work-path=*) cd "${word#--work-path=}"; shift ;;
        --*) shift ;;
        *) break ;;
    esac
done
"$@" 2> "$errors"
echo "0 0 0 $?"
END);
chmod("$judger/run/formatter", 0755);
chmod("$judger/run/run_program", 0755);
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

$count = count(glob("$data/1/*.in"));
expect($count === count(glob("$package/*.in")), "$count tests");
foreach (['chk', 'val', 'std'] as $program) expect(is_executable("$data/1/$program"), "no $program");
echo "$count tests, three programs\n";
