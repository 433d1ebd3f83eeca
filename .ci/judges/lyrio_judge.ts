// Lyrio's judge: its interface for checkers of SYZOJ judges right and empty outputs with the
// checker, which is compiled as lyrio.yml says.  Programs run without the sandbox.
import { execFileSync, spawnSync } from 'child_process';
import fs from 'fs';
import Module from 'module';
import path from 'path';
import * as yaml from 'js-yaml';

const [checkout, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const of = (name: string) => require(path.join(checkout, 'src', name));

const STAND_INS: Record<string, unknown> = {
  './config': {},
  './fsNative': {},
  'simple-sandbox': { SandboxStatus: { 1: 'OK', 4: 'RuntimeError', OK: 1 } },
};
const load = (Module as any)._load;
(Module as any)._load = (name: string, ...rest: any[]) => STAND_INS[name] ?? load(name, ...rest);

function expect(holds: unknown, sentence: string) {
  if (!holds) throw new Error(sentence);
}

async function main() {
  const settings: any = yaml.load(fs.readFileSync(path.join(folder, 'lyrio.yml'), 'utf-8'));
  const { filename, language, compileAndRunOptions } = settings.checker;
  const { languageConfig } = of(`languages/${language}.ts`);
  const { executable, parameters } = languageConfig.compile({
    sourcePathInside: path.join(folder, filename),
    binaryDirectoryInside: path.resolve(),
    compileAndRunOptions,
  });
  execFileSync(executable, parameters.filter((word: unknown) => word), { stdio: 'pipe' });

  const { checker } = of(`checkers/custom/${settings.checker.interface}.ts`);
  const work = path.resolve('work');
  const mapped = (name: string) => ({ outside: name, inside: name });
  const runSandbox = async (...streams: string[]) => {
    const stdio = streams.map((name) => (name ? fs.openSync(name, 'w') : 'ignore')) as any;
    const { status, signal } = spawnSync(path.resolve('a.out'), [], { cwd: work, stdio });
    return { status: signal ? 4 : 1, code: status };
  };
  const cases = settings.subtasks.flatMap((subtask: any) => subtask.testcases);
  for (const { inputFile, outputFile } of cases) {
    const answer = path.join(folder, outputFile);
    for (const [output, score] of [[answer, 100], ['/dev/null', 0]]) {
      fs.rmSync(work, { recursive: true, force: true });
      fs.mkdirSync(work);
      const files = { 1: path.join(folder, inputFile), 2: output, 3: answer };
      for (const [name, file] of Object.entries(files)) {
        fs.writeFileSync(path.join(work, name), fs.readFileSync(file));
      }
      const [input, user, own] = Object.keys(files).map((name) => mapped(path.join(work, name)));
      const result = await checker.runChecker(
        settings.checker, input, user, own, '', mapped(work), runSandbox,
      );
      expect(result.score === score && result.checkerMessage, JSON.stringify(result));
    }
  }
  console.log(`the checker judged outputs of ${cases.length} tests`);
}

main().then(() => process.exit(0), (error) => {
  console.log(error.stderr?.toString() || error);
  process.exit(1);
});
