// Lyrio, SYZOJ's successor: its service for traditional problems checks the judge settings of
// lyrio.yml against the uploaded files, as for a user whom its limits do not bind.
import 'reflect-metadata';
import fs from 'fs';
import * as yaml from 'js-yaml';
import { checkout, expect, folder, main, of, pointsOf } from './judge';

main(async () => {
  const { CodeLanguageService } = of('src/code-language/code-language.service.ts');
  const { ProblemTypeTraditionalService: Service } = of(
    'src/problem-type/types/traditional/problem-type.service.ts',
  );
  const config: any = yaml.load(fs.readFileSync(`${checkout}/config-example.yaml`, 'utf-8'));
  const service = new Service({ config }, new CodeLanguageService());

  const settings: any = yaml.load(fs.readFileSync(`${folder}/lyrio.yml`, 'utf-8'));
  const written = JSON.stringify(settings);
  const testData = fs.readdirSync(folder).map((filename) => ({ filename }));
  service.validateAndFilterJudgeInfo(settings, testData, true); // throws what is wrong
  expect(JSON.stringify(settings) === written, `Lyrio drops some of ${written}`);

  const cases = settings.subtasks.flatMap((subtask: any) => subtask.testcases);
  return `${cases.length} tests, ${pointsOf(settings.subtasks, 'points')} points`;
});
