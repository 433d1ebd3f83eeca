<?php
// DOMjudge: its ImportProblemService imports the package, which is zipped here, into a contest, and
// the output validator, compiled by its command, accepts the answers.
//
// There is no database: the entity manager only keeps what it is given.  The classes of Symfony and
// Doctrine are those of Debian.

namespace Doctrine\ORM {
    interface EntityManagerInterface {}
}

namespace Psr\Log {
    interface LoggerInterface {}
}

namespace Symfony\Component\Security\Core\User {
    interface UserInterface {}
    interface EquatableInterface {}
    interface PasswordAuthenticatedUserInterface {}
}

namespace App\Service {
    class ConfigurationService {
        function get($name) {
            return ['sourcesize_limit' => 256, 'results_remap' => []][$name];  // etc/db-config.yaml
        }
    }

    class EventLogService {
        function log(...$event) {}
    }
}

namespace Ineqsudoku {

use App\Entity\{Contest, Executable, Language, Problem, ScoreboardType, Team, Testcase};
use App\Entity\{TestcaseGroup, User};
use App\Service\{ConfigurationService, DOMJudgeService, EventLogService, ImportProblemService};
use App\Service\SubmissionService;
use Doctrine\ORM\EntityManagerInterface;
use Psr\Log\LoggerInterface;
use ReflectionMethod;
use Symfony\Bridge\Doctrine\Validator\Constraints\UniqueEntity;
use Symfony\Component\Validator\{Constraint, ConstraintValidator, ConstraintValidatorFactory};
use Symfony\Component\Validator\{ConstraintValidatorInterface, Validation};

[, $checkout, $package] = $argv;
foreach (glob('/usr/share/php/Symfony/Component/*/autoload.php') as $file) require $file;
require '/usr/share/php/Doctrine/Common/Collections/autoload.php';
spl_autoload_register(function ($class) use ($checkout) {
    $file = "$checkout/webapp/src/" . strtr(substr($class, strlen('App\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'App\\') && is_file($file)) require $file;
});

/** Keeps entities by class; a repository finds the last one, and a query nothing. */
class Entities implements EntityManagerInterface {
    public $kept = [];

    function persist($entity) {
        $this->kept[$entity::class][] = $entity;
        if ($entity instanceof Problem) $entity->setProbid(1);
        if ($entity instanceof TestcaseGroup) {
            (fn () => $this->testcaseGroupId = 1)->bindTo($entity, TestcaseGroup::class)();
        }
    }

    function getRepository($class) {
        // No executable exists before the import.
        return new Repository($class === Executable::class ? [] : $this->kept[$class] ?? []);
    }

    function flush() {
        // A database would let the problem know its tests.
        foreach ($this->kept[Testcase::class] ?? [] as $test) {
            $known = $test->getProblem()->getTestcases();
            if (!$known->contains($test)) $known->add($test);
        }
    }

    function createQueryBuilder() { return new Query(); }
    function wrapInTransaction($work) { $work(); }
    function clear() {}
}

class Repository {
    function __construct(private $entities) {}
    function find($id) { return end($this->entities) ?: null; }
    function findOneBy($criteria) { return $this->find($criteria); }
}

class Query {
    function __call($name, $arguments) { return $name === 'getResult' ? [] : $this; }
}

/** Without a database, every external ID is unique. */
class Validators extends ConstraintValidatorFactory {
    function getInstance(Constraint $constraint): ConstraintValidatorInterface {
        return $constraint instanceof UniqueEntity ? new Anything() : parent::getInstance($constraint);
    }
}

class Anything extends ConstraintValidator {
    function validate(mixed $value, Constraint $constraint): void {}
}

class Service extends DOMJudgeService {
    function __construct($em, private $user) {
        (fn () => $this->em = $em)->bindTo($this, DOMJudgeService::class)();
    }

    function getUser(): ?User { return $this->user; }
    function getDomjudgeTmpDir(): string { return getcwd(); }
}

// Keeps submissions instead of judging them, with the parameters of the original.
$parameters = [];
foreach ((new ReflectionMethod(SubmissionService::class, 'submitSolution'))->getParameters() as $one) {
    $parameters[] = ($one->isPassedByReference() ? '&$' : '$') . $one->getName() . ' = null';
}
eval('class Submissions extends App\Service\SubmissionService {
    public $kept = [];
    function __construct() {}
    function submitSolution(' . implode(', ', $parameters) . '): ?App\Entity\Submission {
        return $this->kept[$files[0]->getClientOriginalName()] = new App\Entity\Submission();
    }
    function postProcessSubmissions(array $submissions, App\Entity\Contest $contest): void {}
}');

/** Let the output validator judge the answers of the tests. */
function faults($checkout, $source, $tests) {
    $judgehost = file_get_contents("$checkout/judge/judgedaemon.main.php");
    preg_match('/"(g\+\+ .*) \$source -o run/', $judgehost, $compiler);
    file_put_contents('checker.cpp', $source);
    exec("rm -rf feedback; mkdir feedback; $compiler[1] checker.cpp -o run 2>&1", $faults, $status);
    foreach ($status === 0 ? $tests : [] as $test) {
        file_put_contents('input', $test->getContent()->getInput());
        file_put_contents('answer', $test->getContent()->getOutput());
        exec('./run input answer feedback < answer', $output, $status);
        if ($status !== 42) $faults[] = "{$test->getOrigInputFilename()}: the answer is refused";
    }
    return $faults;
}

$entities = new Entities();
$team = (new Team())->setTeamid(1);
$entities->persist($team);
$contest = new Contest();
// A contest without points takes no problem with points, and the other way round.
if (str_contains(file_get_contents("$package/problem.yaml"), 'type: scoring')) {
    $contest->setScoreboardType(ScoreboardType::SCORE);
}
(fn () => $this->cid = 1)->bindTo($contest, Contest::class)();
foreach (['cpp' => ['cpp', 'cc'], 'python3' => ['py']] as $name => $suffixes) {
    $contest->addLanguage((new Language())->setExternalid($name)->setExtensions($suffixes));
}
$entities->persist($contest);
$service = new Service($entities, (new User())->setTeam($team));
$submissions = new \Submissions();
$importer = new ImportProblemService(
    $entities,
    new class implements LoggerInterface {},
    $service,
    new ConfigurationService(),
    new EventLogService(),
    $submissions,
    Validation::createValidatorBuilder()
        ->enableAnnotationMapping(true)
        ->setConstraintValidatorFactory(new Validators())
        ->getValidator()
);
exec('rm -f package.zip; here=$PWD; cd ' . escapeshellarg($package) . ' && zip -qr $here/package.zip .');
$zip = $service->openZipFile('package.zip');
$messages = [];
$problem = $importer->importZippedProblem($zip, 'package.zip', null, $contest, $messages);
// DOMjudge ignores flags that only matter for the verdicts of Kattis, and says so.
$warnings = preg_grep('/^Unknown flags/', $messages['warning'], PREG_GREP_INVERT);
$faults = [...$messages['danger'], ...$warnings];
if ($problem) {
    $tests = $problem->getTestcases()->toArray();
    $checker = $zip->getFromName('output_validators/checker/checker.cpp');
    $faults = [...$faults, ...faults($checkout, $checker, $tests)];
    foreach ($submissions->kept as $name => $submission) {
        $expected = implode(', ', $submission->getExpectedResults());
        if (!in_array($expected, SubmissionService::PROBLEM_RESULT_REMAP)) {
            $faults[] = "$name: no such verdict: $expected";
        }
    }
    $groups = $entities->kept[TestcaseGroup::class] ?? [];
    $points = array_sum(array_map(fn ($group) => $group->getAcceptScore(), $groups));
    if ($groups && $points != 100) $faults[] = "the groups have $points points";
    $samples = count(array_filter($tests, fn ($test) => $test->getSample()));
    $limits = "{$problem->getTimelimit()} s, " . $problem->getMemlimit() / 1024 . ' MiB';
    echo "title: {$problem->getName()}\n", count($tests), " tests, $samples of them samples, ",
        count($submissions->kept), " solutions, $limits, ",
        "statement in {$problem->getProblemstatementType()}\n";
}
echo implode("\n", $faults);
exit($problem && !$faults ? 0 : 1);

}
