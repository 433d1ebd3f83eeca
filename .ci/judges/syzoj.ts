// SYZOJ: judge-v3 reads data.yml, and its runner judges right and empty outputs with the checker,
// which is compiled by the command of its language.  Programs run without the sandbox.
import { execFileSync } from 'child_process';
import fs from 'fs';
import path from 'path';
import { expect, folder, main, of, pointsOf, run, SandboxStatus, standIn } from './judge';

async function runProgram(
  language: any, binary: string, data: string, time: number, memory: number, ...streams: string[]
) {
  const { executable, parameters } = language.run(binary, data, time, memory, ...streams);
  return [Promise.resolve({ result: run(executable, parameters, data, streams) })];
}

standIn({ 'simple-sandbox/lib/interfaces': { SandboxStatus }, syspipe: {} });
standIn({
  './run': { runProgram },
  './executable': { fetchBinary: async (language: any) => [path.resolve('spj'), language] },
  './utils': {
    createOrEmptyDir: async (name: string) => {
      fs.rmSync(name, { recursive: true, force: true });
      fs.mkdirSync(name, { recursive: true });
    },
    tryEmptyDir: async () => {},
  },
}, 'src/runner/judge.ts');

main(async () => {
  process.env.SYZOJ_JUDGE_TESTDATA_PATH = path.dirname(folder);
  const data = await of('src/daemon/testData.ts').readRulesFile(path.basename(folder));
  const { language, sourceCode } = data.spj;
  const points = pointsOf(data.subtasks, 'score');

  const { globalConfig } = of('src/runner/config.ts');
  globalConfig.workingDirectory = path.resolve('work');
  globalConfig.testDataDirectory = path.dirname(folder);
  const { judgeAnswerSubmission } = of('src/runner/judge.ts');
  fs.mkdirSync('spj', { recursive: true });
  fs.writeFileSync(language.sourceFileName, sourceCode);
  const command = language.compile(path.resolve(language.sourceFileName), path.resolve('spj'), true);
  execFileSync('g++', command.parameters.slice(1), { stdio: 'pipe' });

  const cases = data.subtasks.flatMap((subtask: any) => subtask.cases);
  for (const { input, output } of cases) {
    const answer = fs.readFileSync(path.join(folder, output));
    for (const [userAnswer, rate] of [[answer, 1], [Buffer.alloc(0), 0]]) {
      const result = await judgeAnswerSubmission({
        testDataName: path.basename(folder),
        inputData: input,
        answerData: output,
        userAnswer,
        spjExecutableName: language,
      });
      expect(result.scoringRate === rate && result.spjMessage, JSON.stringify(result));
    }
  }
  return `${cases.length} tests, ${points} points`;
});
