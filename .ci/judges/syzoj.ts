// SYZOJ: judge-v3 reads data.yml, and its runner judges right and empty outputs with the checker,
// which is compiled by the command of its language.  Programs run without the sandbox.
import { execFileSync, spawnSync } from 'child_process';
import fs from 'fs';
import Module from 'module';
import path from 'path';

const [checkout, folder] = process.argv.slice(2).map((name) => path.resolve(name));
process.argv.length = 2; // The judge reads its own arguments.
const of = (name: string) => path.join(checkout, 'src', name);

function expect(holds: unknown, sentence: string) {
  if (!holds) throw new Error(sentence);
}

/** Stands for the judge's `runProgram`. */
async function runProgram(
  language: any, binary: string, data: string, time: number, memory: number, ...streams: string[]
) {
  const { executable, parameters } = language.run(binary, data, time, memory, ...streams);
  const stdio = streams.map((name) => (name ? fs.openSync(path.join(data, name), 'w') : 'ignore'));
  const { status, signal } = spawnSync(executable, parameters, { cwd: data, stdio });
  return [Promise.resolve({ result: { status: signal ? 4 : 1, code: status } })];
}

const STAND_INS: Record<string, unknown> = {
  'simple-sandbox/lib/interfaces': { SandboxStatus: { 1: 'OK', 4: 'RuntimeError', OK: 1 } },
  syspipe: {},
  './run': { runProgram },
  './executable': { fetchBinary: async (language: any) => [path.resolve('spj'), language] },
  './utils': {
    createOrEmptyDir: async (name: string) => {
      fs.rmSync(name, { recursive: true, force: true });
      fs.mkdirSync(name, { recursive: true });
    },
    tryEmptyDir: async () => {},
  },
};
const load = (Module as any)._load;
(Module as any)._load = (name: string, parent: any, ...rest: any[]) => {
  const own = !name.startsWith('.') || parent?.filename === of('runner/judge.ts');
  return own && name in STAND_INS ? STAND_INS[name] : load(name, parent, ...rest);
};

async function main() {
  process.env.SYZOJ_JUDGE_TESTDATA_PATH = path.dirname(folder);
  const { readRulesFile } = require(of('daemon/testData.ts'));
  const data = await readRulesFile(path.basename(folder));
  const { language, sourceCode } = data.spj;
  const points = data.subtasks.reduce((sum: number, { score }: any) => sum + score, 0);
  expect(points === 100, `all subtasks together have ${points} points`);

  const { globalConfig } = require(of('runner/config.ts'));
  globalConfig.workingDirectory = path.resolve('work');
  globalConfig.testDataDirectory = path.dirname(folder);
  const { judgeAnswerSubmission } = require(of('runner/judge.ts'));
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
  console.log(`${cases.length} tests, ${points} points`);
}

main().then(() => process.exit(0), (error) => {
  console.log(error.stderr?.toString() || error);
  process.exit(1);
});
