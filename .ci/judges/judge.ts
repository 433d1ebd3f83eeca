// What the scripts in TypeScript share.
import { spawnSync } from 'child_process';
import fs from 'fs';
import Module from 'module';
import path from 'path';

export const [checkout, folder] = process.argv.slice(2).map((name) => path.resolve(name));
process.argv.length = 2; // Some judges read the arguments themselves.

/** Import a module of the checkout. */
export const of = (name: string) => require(path.join(checkout, name));

export function expect(holds: unknown, sentence: string) {
  if (!holds) throw new Error(sentence);
}

export function pointsOf(subtasks: any[], name: string): number {
  const points = subtasks.reduce((sum: number, subtask) => sum + subtask[name], 0);
  expect(points === 100, `all subtasks together have ${points} points`);
  return points;
}

/** Let the module `importer`, or all modules, import stand-ins. */
export function standIn(modules: Record<string, unknown>, importer?: string) {
  const load = (Module as any)._load;
  (Module as any)._load = (name: string, parent: any, ...rest: any[]) => {
    const isMeant = !importer || parent?.filename === path.join(checkout, importer);
    return isMeant && name in modules ? modules[name] : load(name, parent, ...rest);
  };
}

export const SandboxStatus = { 1: 'OK', 4: 'RuntimeError', OK: 1 };

/** Run a program without the judge's sandbox; `streams` are the names of files, or empty. */
export function run(program: string, parameters: string[], cwd: string, streams: string[]) {
  const open = (name: string) => (name ? fs.openSync(path.resolve(cwd, name), 'w') : 'ignore');
  const { status, signal } = spawnSync(program, parameters, { cwd, stdio: streams.map(open) });
  return { status: signal ? 4 : 1, code: status };
}

/** Print the sentence that `read` returns, or what is wrong. */
export function main(read: () => Promise<string>) {
  const end = (code: number) => (said: any) => {
    console.log(said.stderr?.toString() || said);
    process.exit(code);
  };
  read().then(end(0), end(1));
}
