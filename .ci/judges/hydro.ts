// Hydro: its import takes the problem, its judge reads the testdata for the languages of all
// submissions of the import, and it reads what the checker says of right and empty outputs.
import { execSync, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import fs from 'fs';
import os from 'os';
import path from 'path';
import { transformSync } from 'esbuild';
import fsExtra from 'fs-extra';
import * as yaml from 'js-yaml';

const [checkout, folder] = process.argv.slice(2).map((name) => path.resolve(name));
process.argv.length = 2; // Hydro reads the arguments itself.
const packages = `${checkout}/packages`;

/** Import a module of the checkout. */
const of = (name: string) => require(path.join(checkout, name));

function expect(holds: unknown, sentence: string) {
  if (!holds) throw new Error(sentence);
}

/** Run `ProblemModel.import`, whose module needs a database; return the calls that would store. */
async function imported(): Promise<[string, ...any[]][]> {
  const calls: [string, ...any[]][] = [];
  const recorder = (name: string) => new Proxy({}, {
    get: (_, method: string) => async (...values: any[]) => {
      calls.push([`${name}.${method}`, ...values]);
      return {};
    },
  });
  const source = fs.readFileSync(`${packages}/hydrooj/src/model/problem.ts`, 'utf-8');
  const [helper] = source.match(/^function findOverrideContent[^]*?^}/m)!;
  const [method] = source.match(/^    static async import\([^]*?^    }/m)!;
  const { code } = transformSync(`${helper} class Model { ${method} }`, { loader: 'ts' });
  const models = ['DomainModel', 'ProblemModel', 'RecordModel', 'SolutionModel', 'SystemModel'];
  const values = { fs: fsExtra, os, path, yaml, ValidationError: Error };
  const make = new Function(...Object.keys(values), ...models, `${code}; return Model`);
  const messages: string[] = [];
  await make(...Object.values(values), ...models.map(recorder)).import('system', folder, {
    progress: (message: string) => messages.push(message),
  });
  expect(messages[0]?.startsWith('Imported'), messages.join('\n') || 'nothing was imported');
  return calls;
}

/** Compile a source once by Hydro's command, in a folder that stands in for `/w` of its sandbox. */
function compiled(lang: any, source: string): string {
  const folder = createHash('sha1').update(lang.compile + source).digest('hex');
  if (!fs.existsSync(folder) && fs.existsSync(lang.compile.split(' ')[0])) {
    fs.mkdirSync('w');
    fs.writeFileSync(`w/${lang.code_file}`, source);
    fs.copyFileSync(`${packages}/hydrojudge/vendor/testlib/testlib.h`, 'w/testlib.h');
    execSync(lang.compile.replaceAll('/w', '.'), { cwd: 'w', stdio: 'pipe' });
    fs.renameSync('w', folder);
  }
  return `${folder}/foo`;
}

async function read(): Promise<string> {
  Object.assign(globalThis, { Hydro: { version: {} } });
  const { parseLang } = of('packages/common/lang.ts');
  const { default: readCases } = of('packages/hydrojudge/src/cases.ts');
  const { parse } = of('packages/hydrojudge/src/testlib.ts');
  const settings: any = yaml.load(fs.readFileSync(`${packages}/hydrooj/setting.yaml`, 'utf-8'));
  const langs = parseLang(yaml.dump(settings.langs.default));

  fs.rmSync('w', { recursive: true, force: true });
  const calls = await imported();
  const submissions = calls.filter(([name]) => name === 'RecordModel.add');
  expect(submissions.length, 'the import submits nothing');
  let config: any;
  for (const [, , , , lang, source] of submissions) {
    expect(langs[lang], `no language ${lang}`);
    compiled(langs[lang], source);
    config = await readCases(`${folder}/testdata`, {}, { lang, langConfig: langs[lang] } as any);
  }
  expect(config.checker_type === 'testlib', 'the checker is not one of testlib');
  const points = config.subtasks.reduce((sum: number, { score }: any) => sum + score, 0);
  expect(points === 100, `all subtasks together have ${points} points`);

  const validator = compiled(langs.cc, fs.readFileSync(config.validator.file, 'utf-8'));
  const checker = compiled(langs.cc, fs.readFileSync(config.checker.file, 'utf-8'));
  for (const { input, output } of config.subtasks.flatMap(({ cases }: any) => cases)) {
    const { status } = spawnSync(validator, { input: fs.readFileSync(input) });
    expect(status === 0, `the validator ends with ${status} on ${input}`);
    for (const [user, score] of [[output, 100], ['/dev/null', 0]]) {
      const { stderr } = spawnSync(checker, [input, user, output], { encoding: 'utf-8' });
      expect(parse(stderr, 100, 'full' as any).score === score, `${input}, ${user}: ${stderr}`);
    }
  }
  console.log(`title: ${calls.find(([name]) => name === 'ProblemModel.add')![3]}`);
  return `${config.count} tests, ${points} points, ${submissions.length} submissions`;
}

const end = (code: number) => (said: any) => {
  console.log(said.stderr?.toString() || said);
  process.exit(code);
};
read().then(end(0), end(1));
