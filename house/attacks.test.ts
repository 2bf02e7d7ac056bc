import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { CASES, NOT_FROM_OUTSIDE } from '../prove/attack-cases.ts';
import { sourceFiles } from './source-files.ts';

const [prepared = '', later = ''] = readFileSync(join(projectRoot, 'docs/attacks.md'), 'utf8').split(
  '\n## Found by a second look\n',
);

/** The attacks that the page prepares for, by their numbers. */
const ATTACKS = [...prepared.matchAll(/^- \*\*T(\d+)\*\* \S/gm)].map(([, number]) => Number(number));

/** The numbers that titles of tests and proofs name, as in `(attacks T18, T79)` at a title's end. */
function named(): Set<number> {
  const files = sourceFiles('.ts', '.tsx').filter(
    ({ path }) => /\.(test\.tsx?|e2e\.ts)$/.test(path) || path === 'prove/main.ts',
  );
  const numbers = files.flatMap(({ text }) =>
    [...text.matchAll(/\(attacks ([^)]*)\)['"`]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/T(\d+)/g)].map(([, number]) => Number(number)),
    ),
  );
  return new Set(numbers);
}

it('the page of attacks is really read, and names each once', () => {
  expect(ATTACKS.length).toBeGreaterThan(80);
  expect(ATTACKS).toEqual([...new Set(ATTACKS)].toSorted((a, b) => a - b));
});

it('every attack is tried by a test or a proof that names it', () => {
  const tried = named();
  expect(ATTACKS.filter((number) => !tried.has(number)).map((number) => `T${number}`)).toEqual([]);
});

it('no comment or title names an attack that there is not', () => {
  const known = new Set(ATTACKS);
  const cited = sourceFiles('.ts', '.tsx').flatMap(({ path, text }) =>
    [...text.matchAll(/\battacks? ((?:T\d+(?:, | and | to )?)+)/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/T(\d+)/g)].map(([, number]) => ({ path, number: Number(number) })),
    ),
  );
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([]);
});

it('what was found later names the test that tries it', () => {
  const lines = later.split('\n').filter((line) => line.startsWith('- '));
  const untried = lines.filter((line) => {
    const tests = [...line.matchAll(/`([\w./-]+\.(?:test\.tsx?|e2e\.ts))`/g)].map(([, path = '']) => path);
    return tests.length === 0 || !tests.every((path) => existsSync(join(projectRoot, path)));
  });
  expect(untried).toEqual([]);
});

it('the proof from outside tries each attack or says why it does not', () => {
  const known = [...CASES.map(({ attack }) => attack), ...Object.keys(NOT_FROM_OUTSIDE)];
  expect(known.toSorted()).toEqual(ATTACKS.map((number) => `T${number}`).toSorted());
});
