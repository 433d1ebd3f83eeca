// Lyrio, SYZOJ's successor: its service for traditional problems checks the judge settings of
// lyrio.yml against the uploaded files, as for a user whom its limits do not bind.
import 'reflect-metadata';
import fs from 'fs';
import path from 'path';
import * as yaml from 'js-yaml';

const [checkout, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const of = (name: string) => require(path.join(checkout, 'src', name));

const { CodeLanguageService } = of('code-language/code-language.service.ts');
const { ProblemTypeTraditionalService: Service } = of(
  'problem-type/types/traditional/problem-type.service.ts',
);
const config: any = yaml.load(fs.readFileSync(path.join(checkout, 'config-example.yaml'), 'utf-8'));
const service = new Service({ config }, new CodeLanguageService());

const settings: any = yaml.load(fs.readFileSync(path.join(folder, 'lyrio.yml'), 'utf-8'));
const written = JSON.stringify(settings);
const testData = fs.readdirSync(folder).map((filename) => ({ filename }));
service.validateAndFilterJudgeInfo(settings, testData, true); // throws what is wrong
if (JSON.stringify(settings) !== written) throw new Error(`Lyrio drops some of ${written}`);

const cases = settings.subtasks.flatMap((subtask: any) => subtask.testcases);
const points = settings.subtasks.reduce((sum: number, subtask: any) => sum + subtask.points, 0);
if (points !== 100) throw new Error(`all subtasks together have ${points} points`);
console.log(`${cases.length} tests, ${points} points`);
