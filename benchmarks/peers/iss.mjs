/* Interactive Sudoku Solver under Node.

   The first argument is a checkout of sigh/Interactive-Sudoku-Solver.  Reads puzzles from
   standard input, one constraint string a line.  For each prints a line: CPU seconds of parsing
   the string, building the solver and searching, the solutions (it stops at the second). */

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

/* Its modules expect what a browser's worker has. */
globalThis.self = globalThis;
globalThis.VERSION_PARAM = '';

const module = pathToFileURL(resolve(process.argv[2], 'js/sandbox/simple_solver.js'));
const { SimpleSolver } = await import(module.href);
const solver = new SimpleSolver();

for await (const line of createInterface({ input: process.stdin })) {
  const start = process.cpuUsage();
  const solutions = [...solver.solutions(line, 2)].map(String);
  const taken = process.cpuUsage(start);
  const seconds = (taken.user + taken.system) / 1e6;
  console.log([seconds, ...solutions].join(' '));
}
