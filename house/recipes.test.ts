import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { sourceFiles } from './source-files.ts';

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const page = read('CONTRIBUTING.md');
const files = sourceFiles('').map(({ path }) => path);
const places = new Set(
  files.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** A part of the page, by its heading, without those on its level that follow. */
function section(text: string, heading: string): string {
  const [level = ''] = heading.split(' ');
  const [, rest = ''] = text.split(`${heading}\n`);
  return rest.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
}

/** The recipes by their titles, and the steps of each: a line that begins with a number, with that number. */
const recipes = section(page, '## Recipes')
  .split(/^### /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...lines] = text.split('\n');
    const steps = lines.filter((line) => /^(\d+\.|-) /.test(line));
    return { title, steps, numbers: steps.flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? []).map(Number), text };
  });

/** What stands between backticks. */
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
/** Words in capitals are for whoever copies the recipe to fill in. */
const isToFill = (word: string) => /\bNNNN|\bNAME\b|\bvX/.test(word);
const isCommand = (word: string) => /^(npx|npm|node) /.test(word);
const isPath = (word: string) => /^[\w.-]+(\/[\w.-]+)*(\/|\.(ts|tsx|md|json|css|mjs|sql))$/.test(word);

const KINDS: Record<string, RegExp> = {
  unit: /(?<!\.(http|race|corpora))\.test\.tsx?$/,
  http: /\.http\.test\.ts$/,
  race: /\.race\.test\.ts$/,
  e2e: /\.e2e\.ts$/,
};

/** Why a command is none: no such script, proof, project or file of tests; null where it is one. */
function wrong(command: string): string | null {
  const [, project = '', paths] = /^npx vitest run --project (\S+) (.+)$/.exec(command) ?? [];
  if (paths !== undefined) {
    const kind = KINDS[project];
    if (!kind) return `${command}: there is no project ${project}`;
    const empty = paths
      .replace(/ -t '.*'$/, '')
      .split(' ')
      .filter((path) => !files.some((file) => file.startsWith(path) && kind.test(file)));
    return empty.length === 0 ? null : `${command}: nothing to run in ${empty.join(', ')}`;
  }
  const [, script = '', , name = ''] = /^npm (?:run )?([\w-]+)( -- (.+))?$/.exec(command) ?? [];
  if (script in scripts) {
    if (name === '') return null;
    const [file = ''] = Object.entries({ prove: 'prove/main.ts', bench: 'bench/main.ts', test: 'scripts/test.mjs' })
      .filter(([each]) => each === script)
      .map(([, path]) => path);
    return new RegExp(`^ *'?${name}'?: `, 'm').test(read(file)) ? null : `${command}: ${file} has no ${name}`;
  }
  const [, program = ''] = /^node (\S+\.mjs)$/.exec(command) ?? [];
  return places.has(program) ? null : `${command}: there is no such program`;
}

/** Whether a file has a word, whole and outside its comments. */
function has(text: string, word: string): boolean {
  const plain = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^(?! *(?:/?\\*|//)).*(?<!\\w)${plain}(?!\\w)`, 'm').test(text);
}

/** What a step names and is not there: files, commands, and words that no file of the step has. */
function missing(step: string): string[] {
  const words = quoted(step).filter((word) => !isToFill(word));
  const paths = words.filter(isPath).map((path) => path.replace(/\/$/, ''));
  const texts = paths.filter((path) => files.includes(path)).map(read);
  return words.flatMap((word) => {
    if (isCommand(word)) return wrong(word) ?? [];
    if (isPath(word)) return places.has(word.replace(/\/$/, '')) ? [] : word;
    return texts.some((text) => has(text, word)) ? [] : `${word}: in ${paths.join(', ') || 'no file'}`;
  });
}

describe.each(recipes)('the recipe "$title"', ({ title, steps, numbers, text }) => {
  it('has its steps numbered one after the other', () => {
    expect(numbers).toEqual(title === 'Shorter ones' ? [] : steps.map((_, index) => index + 1));
    expect(steps.length).toBeGreaterThan(1);
  });

  it('names files, names and commands that there are', () => {
    expect(text.split('\n').flatMap(missing)).toEqual([]);
  });
});

it('there is a recipe for what is added most', () => {
  const titles = recipes.map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining([
      'A field that lists filter by',
      'A call',
      'A page',
      'A letter',
      'A role',
      'A language',
      'A migration',
    ]),
  );
});

it('what stands where is there, once for each question', () => {
  const rows = section(page, '## Where is …?')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  const questions = rows.map((row) => row.split('|')[1]?.trim());
  expect(questions.length).toBeGreaterThan(30);
  expect(questions).toEqual([...new Set(questions)]);
  expect(rows.filter((row) => quoted(row).length === 0)).toEqual([]);
  expect(rows.flatMap(quoted).filter((path) => !files.includes(path))).toEqual([]);
});

it('each word of the glossary stands there once', () => {
  const words = section(page, '## Glossary')
    .split('\n')
    .filter((line) => /^\| (?!word|not any more|-)/.test(line))
    .flatMap(
      (line) =>
        line
          .split('|')[1]
          ?.split(',')
          .map((word) => word.trim()) ?? [],
    );
  expect(words.length).toBeGreaterThan(30);
  expect(words).toEqual([...new Set(words)]);
});

it('no source says a word that went', () => {
  const rows = section(page, '## Glossary').split('\n| not any more')[1]?.split('\n') ?? [];
  const gone = rows.flatMap((row) => /^\| `([^`]+)`/.exec(row)?.[1] ?? []);
  expect(gone.length).toBeGreaterThan(1);
  const sources = sourceFiles('.ts', '.tsx', '.mjs', '.sql').filter(({ path }) => !path.startsWith('house/'));
  expect(gone.flatMap((word) => sources.filter(({ text }) => text.includes(word)).map(({ path }) => path))).toEqual([]);
});

it.each([
  ['`npx vitest run --project unit house/nothing`', 'nothing to run in house/nothing'],
  ['`npx vitest run --project fly house`', 'no project fly'],
  ['`npm run prove -- fly`', 'has no fly'],
  ['`npm run fly`', 'no such program'],
  ['`house/nothing.ts`', 'house/nothing.ts'],
  ['`fly` in `contract/policy.ts`', 'fly: in contract/policy.ts'],
  ['`ROLES` alone', 'ROLES: in no file'],
])('would see that %s is not there', (step, said) => expect(missing(step).join()).toContain(said));

it('takes what is there', () => {
  expect(missing('`ROLES` in `contract/policy.ts`, `npm run prove -- stock`, `migrations/NNNN-what.sql`')).toEqual([]);
});
