<?php
// `php domjudge.php CHECKOUT PACKAGE`: imports a package, which it zips, into a contest with
// DOMjudge's own ImportProblemService, and tests the output validator.
//
// The classes of DOMjudge are those of the checkout; those of Symfony and Doctrine come from the
// Debian packages php-symfony-{http-foundation,property-access,validator,yaml} and
// php-doctrine-collections.  There is no database: the entity manager only keeps what it is given.

declare(strict_types=1);

namespace Doctrine\ORM {
    interface EntityManagerInterface
    {
    }
}

namespace Psr\Log {
    interface LoggerInterface
    {
    }
}

namespace Symfony\Component\Security\Core\User {
    interface UserInterface
    {
    }

    interface EquatableInterface
    {
    }

    interface PasswordAuthenticatedUserInterface
    {
    }
}

namespace App\Service {
    /** The settings and events of an installation. */
    class ConfigurationService
    {
        public function get(string $name): mixed
        {
            return ['sourcesize_limit' => 256, 'results_remap' => []][$name];  // etc/db-config.yaml
        }
    }

    class EventLogService
    {
        public function log(mixed ...$event): void
        {
        }
    }
}

namespace Ineqsudoku {

    use App\Entity\Contest;
    use App\Entity\Executable;
    use App\Entity\Language;
    use App\Entity\Problem;
    use App\Entity\Submission;
    use App\Entity\Team;
    use App\Entity\Testcase;
    use App\Entity\User;
    use App\Service\ConfigurationService;
    use App\Service\DOMJudgeService;
    use App\Service\EventLogService;
    use App\Service\ImportProblemService;
    use App\Service\SubmissionService;
    use Doctrine\ORM\EntityManagerInterface;
    use FilesystemIterator;
    use Psr\Log\LoggerInterface;
    use RecursiveDirectoryIterator;
    use RecursiveIteratorIterator;
    use ReflectionMethod;
    use Symfony\Bridge\Doctrine\Validator\Constraints\UniqueEntity;
    use Symfony\Component\Validator\Constraint;
    use Symfony\Component\Validator\ConstraintValidator;
    use Symfony\Component\Validator\ConstraintValidatorFactory;
    use Symfony\Component\Validator\ConstraintValidatorInterface;
    use Symfony\Component\Validator\Validation;
    use ZipArchive;

    [, $checkout, $package] = $argv;
    foreach (glob('/usr/share/php/Symfony/Component/*/autoload.php') as $file) {
        require $file;
    }
    require '/usr/share/php/Doctrine/Common/Collections/autoload.php';
    spl_autoload_register(function (string $class) use ($checkout): void {
        $file = "$checkout/webapp/src/" . strtr(substr($class, strlen('App\\')), '\\', '/') . '.php';
        if (str_starts_with($class, 'App\\') && is_file($file)) {
            require $file;
        }
    });

    /** Keeps entities by class; a repository finds the last one, and a query nothing. */
    class Entities implements EntityManagerInterface
    {
        public array $kept = [];

        public function persist(object $entity): void
        {
            $this->kept[$entity::class][] = $entity;
            if ($entity instanceof Problem) {
                $entity->setProbid(1);
            }
        }

        public function getRepository(string $class): object
        {
            // No executable exists before the import.
            return new Repository($class === Executable::class ? [] : $this->kept[$class] ?? []);
        }

        public function createQueryBuilder(): object
        {
            return new Query();
        }

        public function wrapInTransaction(callable $work): void
        {
            $work();
        }

        public function flush(): void
        {
            // A database would let the problem know its tests.
            foreach ($this->kept[Testcase::class] ?? [] as $test) {
                if (!$test->getProblem()->getTestcases()->contains($test)) {
                    $test->getProblem()->getTestcases()->add($test);
                }
            }
        }

        public function clear(): void
        {
        }
    }

    class Repository
    {
        public function __construct(private array $entities)
        {
        }

        public function find(mixed $id): ?object
        {
            return end($this->entities) ?: null;
        }

        public function findOneBy(array $criteria): ?object
        {
            return $this->find($criteria);
        }
    }

    class Query
    {
        public function __call(string $name, array $arguments): mixed
        {
            return $name === 'getResult' ? [] : $this;
        }
    }

    /** Without a database, every external ID is unique. */
    class Validators extends ConstraintValidatorFactory
    {
        public function getInstance(Constraint $constraint): ConstraintValidatorInterface
        {
            return $constraint instanceof UniqueEntity ? new Anything() : parent::getInstance($constraint);
        }
    }

    class Anything extends ConstraintValidator
    {
        public function validate(mixed $value, Constraint $constraint): void
        {
        }
    }

    class Service extends DOMJudgeService
    {
        public function __construct(
            EntityManagerInterface $em,
            private User $user,
            private string $scratch
        ) {
            (function () use ($em): void {
                $this->em = $em;
            })->bindTo($this, DOMJudgeService::class)();
        }

        public function getUser(): ?User
        {
            return $this->user;
        }

        public function getDomjudgeTmpDir(): string
        {
            return $this->scratch;
        }
    }

    // A service that keeps submissions instead of judging them, with the parameters of the original.
    $parameters = [];
    foreach ((new ReflectionMethod(SubmissionService::class, 'submitSolution'))->getParameters() as $one) {
        $parameters[] = ($one->isPassedByReference() ? '&$' : '$') . $one->getName() . ' = null';
    }
    eval('
        class Submissions extends App\Service\SubmissionService
        {
            public array $kept = [];

            public function __construct()
            {
            }

            public function submitSolution(' . implode(', ', $parameters) . '): ?App\Entity\Submission
            {
                return $this->kept[$files[0]->getClientOriginalName()] = new App\Entity\Submission();
            }

            public function postProcessSubmissions(array $submissions, App\Entity\Contest $contest): void
            {
            }
        }
    ');

    /** Zip a folder, as a setter does. */
    function zipped(string $folder, string $zip): string
    {
        $archive = new ZipArchive();
        $archive->open($zip, ZipArchive::CREATE);
        $files = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
        foreach (new RecursiveIteratorIterator($files) as $file) {
            $archive->addFile((string) $file, substr((string) $file, strlen($folder) + 1));
        }
        $archive->close();
        return $zip;
    }

    function contest(): Contest
    {
        $contest = new Contest();
        (fn () => $this->cid = 1)->bindTo($contest, Contest::class)();
        $suffixes = ['cpp' => ['cpp', 'cc'], 'java' => ['java'], 'python3' => ['py']];
        foreach ($suffixes as $name => $extensions) {
            $contest->addLanguage((new Language())->setExternalid($name)->setExtensions($extensions));
        }
        return $contest;
    }

    /** Compile the output validator as judgehosts do, and let it judge the answers of the tests. */
    function faults(string $checkout, ZipArchive $zip, array $tests, string $folder): array
    {
        mkdir("$folder/feedback");
        $source = file_get_contents("$checkout/judge/judgedaemon.main.php");
        preg_match('/"(g\+\+ .*) \$source -o run/', $source, $compiler);
        $checker = $zip->getFromName('output_validators/checker/checker.cpp');
        file_put_contents("$folder/checker.cpp", $checker);
        exec("cd $folder && $compiler[1] checker.cpp -o run 2>&1", $faults, $status);
        foreach ($status === 0 ? $tests : [] as $test) {
            file_put_contents("$folder/input", $test->getContent()->getInput());
            file_put_contents("$folder/answer", $test->getContent()->getOutput());
            exec("cd $folder && ./run input answer feedback < answer", $output, $status);
            if ($status !== 42) {
                $faults[] = $test->getOrigInputFilename() . ': the answer is refused';
            }
        }
        return $faults;
    }

    $scratch = sys_get_temp_dir() . '/ineqsudoku-' . bin2hex(random_bytes(6));
    mkdir($scratch, 0700);
    register_shutdown_function(fn () => exec("rm -r $scratch"));
    $entities = new Entities();
    $team = (new Team())->setTeamid(1);
    $entities->persist($team);
    $contest = contest();
    $entities->persist($contest);
    $service = new Service($entities, (new User())->setTeam($team), $scratch);
    $submissions = new \Submissions();
    $importer = new ImportProblemService(
        $entities,
        new class implements LoggerInterface {
        },
        $service,
        new ConfigurationService(),
        new EventLogService(),
        $submissions,
        Validation::createValidatorBuilder()
            ->enableAnnotationMapping(true)
            ->setConstraintValidatorFactory(new Validators())
            ->getValidator()
    );
    $zip = $service->openZipFile(zipped(rtrim($package, '/'), "$scratch/package.zip"));
    $messages = [];
    $problem = $importer->importZippedProblem($zip, 'package.zip', null, $contest, $messages);
    $faults = [...$messages['danger'], ...$messages['warning']];
    if ($problem) {
        $tests = $problem->getTestcases()->toArray();
        $faults = [...$faults, ...faults($checkout, $zip, $tests, $scratch)];
        foreach ($submissions->kept as $name => $submission) {
            $expected = implode(', ', $submission->getExpectedResults());
            if (!in_array($expected, SubmissionService::PROBLEM_RESULT_REMAP)) {
                $faults[] = "$name: no such verdict: $expected";
            }
        }
        printf(
            "title: %s\n%d tests, %d of them samples, %d solutions, %g s, %d MiB, statement in %s\n",
            $problem->getName(),
            count($tests),
            count(array_filter($tests, fn ($test) => $test->getSample())),
            count($submissions->kept),
            $problem->getTimelimit(),
            $problem->getMemlimit() / 1024,
            $problem->getProblemstatementType()
        );
    }
    echo implode("\n", $faults);
    exit($problem && !$faults ? 0 : 1);
}
