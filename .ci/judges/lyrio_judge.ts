// Lyrio's judge: its interface for checkers of SYZOJ judges right and empty outputs with the
// checker, which is compiled as lyrio.yml says.  Programs run without the sandbox.
import { execFileSync } from 'child_process';
import fs from 'fs';
import path from 'path';
import * as yaml from 'js-yaml';
import { expect, folder, main, of, run, SandboxStatus, standIn } from './judge';

standIn({ './config': {}, './fsNative': {}, 'simple-sandbox': { SandboxStatus } });

main(async () => {
  const settings: any = yaml.load(fs.readFileSync(`${folder}/lyrio.yml`, 'utf-8'));
  const { filename, language, compileAndRunOptions } = settings.checker;
  const { languageConfig } = of(`src/languages/${language}.ts`);
  const { executable, parameters } = languageConfig.compile({
    sourcePathInside: path.join(folder, filename),
    binaryDirectoryInside: path.resolve(),
    compileAndRunOptions,
  });
  execFileSync(executable, parameters.filter((word: unknown) => word), { stdio: 'pipe' });

  const { checker } = of(`src/checkers/custom/${settings.checker.interface}.ts`);
  const work = path.resolve('work');
  const mapped = (name: string) => ({ outside: name, inside: name });
  const runSandbox = async (...streams: string[]) => run(path.resolve('a.out'), [], work, streams);
  const cases = settings.subtasks.flatMap((subtask: any) => subtask.testcases);
  for (const { inputFile, outputFile } of cases) {
    const answer = path.join(folder, outputFile);
    for (const [output, score] of [[answer, 100], ['/dev/null', 0]]) {
      fs.rmSync(work, { recursive: true, force: true });
      fs.mkdirSync(work);
      const copies = [path.join(folder, inputFile), output, answer].map((file, number) => {
        fs.writeFileSync(path.join(work, `${number}`), fs.readFileSync(file));
        return mapped(path.join(work, `${number}`));
      });
      const result = await checker.runChecker(
        settings.checker, ...copies, '', mapped(work), runSandbox,
      );
      expect(result.score === score && result.checkerMessage, JSON.stringify(result));
    }
  }
  return `the checker judged outputs of ${cases.length} tests`;
});
