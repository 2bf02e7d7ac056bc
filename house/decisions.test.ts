import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { sourceFiles } from './source-files.ts';

const decisions = readdirSync(join(projectRoot, 'docs/decisions'));

it('every decision has a number of its own', () => {
  const numbers = decisions.map((name) => /^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1] ?? name);
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(numbers.every((number) => /^\d{3}$/.test(number))).toBe(true);
});

it('what the code says of a document is there', () => {
  const known = new Set(sourceFiles('.md').map(({ path }) => path));
  const cited = sourceFiles('.ts', '.tsx', '.mjs', '.sql').flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([document]) => ({ path, document })),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter(({ document }) => !known.has(document))).toEqual([]);
});

it('the documents lead to files that are there', () => {
  const files = new Set(sourceFiles('').map(({ path }) => path));
  const broken = sourceFiles('.md').flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
      .map(([, link = '']) => normalize(join(dirname(path), link)).replace(/\/$/, ''))
      .filter((target) => !files.has(target) && ![...files].some((file) => file.startsWith(`${target}/`)))
      .map((target) => `${path} → ${target}`),
  );
  expect(broken).toEqual([]);
});

it('every section of the specification that a comment cites is there', () => {
  const sections = new Set(
    [...readFileSync(join(projectRoot, 'docs/specification.md'), 'utf8').matchAll(/^## (\d+)\./gm)].map(([, n]) => n),
  );
  const cited = sourceFiles('.ts', '.tsx').flatMap(({ path, text }) =>
    [...text.matchAll(/\bspec §(\d+)/g)].map(([, section]) => ({ path, section })),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
});
