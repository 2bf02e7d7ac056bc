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

/** What is missing at a decision's top: its number and title, an empty line, and `YYYY-MM-DD · STATE`. */
function missingAtTop(name: string, text: string, names: string[]): string[] {
  const [title = '', empty, dated = ''] = text.split('\n');
  const said = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) · (?:in force|replaced by \[\d{3}\]\((\S+)\))$/.exec(
    dated,
  );
  const replacement = said?.[1];
  return [
    ...(title.startsWith(`# ${name.slice(0, 3)} `) && empty === '' ? [] : [`${name}: # ${name.slice(0, 3)} TITLE`]),
    ...(said ? [] : [`${name}: date and state`]),
    ...(replacement === undefined || names.includes(replacement) ? [] : [`${name}: ${replacement} is not there`]),
  ];
}

it('every decision says at its top when it was taken and whether it is in force', () => {
  expect(decisions.length).toBeGreaterThan(10);
  const missing = decisions.flatMap((name) =>
    missingAtTop(name, readFileSync(join(projectRoot, 'docs/decisions', name), 'utf8'), decisions),
  );
  expect(missing).toEqual([]);
});

it.each([
  ['# 010 Title\n\n2026-11-21 · in force\n', []],
  ['# 010 Title\n\n2026-11-21 · replaced by [020](020-b.md)\n', []],
  ['# 010 Title\n\n2026-11-21 · replaced by [030](030-c.md)\n', ['010-a.md: 030-c.md is not there']],
  ['# 010 Title\n\n2026-11-21 · replaced by something\n', ['010-a.md: date and state']],
  ['# 010 Title\n\nWhy\n', ['010-a.md: date and state']],
  ['# 010: Title\n\n2026-13-21 · in force\n', ['010-a.md: # 010 TITLE', '010-a.md: date and state']],
])('%j lacks %j', (text, missing) => expect(missingAtTop('010-a.md', text, ['010-a.md', '020-b.md'])).toEqual(missing));

it('what the code says of a document is there', () => {
  const known = new Set(sourceFiles('.md').map(({ path }) => path));
  const cited = sourceFiles('.ts', '.tsx', '.mjs', '.sql').flatMap(({ path, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+\.md/g)].map(([document]) => ({ path, document })),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter(({ document }) => !known.has(document))).toEqual([]);
});

it('every decision that is cited by its number is there', () => {
  const known = new Set(decisions.map((name) => name.slice(0, 3)));
  const cited = sourceFiles('.ts', '.tsx', '.mjs', '.sql', '.md').flatMap(({ path, text }) =>
    [...text.matchAll(/\bdecisions?[ /](\d{3})\b/gi)].map(([, number = '']) => ({ path, number })),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([]);
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

it('the files and folders of the project that documents name are there', () => {
  const files = sourceFiles('').map(({ path }) => path);
  const there = new Set(
    files.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
  );
  const named = sourceFiles('.md')
    .filter(({ path }) => !path.startsWith('content/'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /`((?:server|web|contract|house|e2e|prove|bench|scripts|sandbox|migrations|sheets)\/[\w./-]+)`/g,
        ),
      ]
        .map(([, name = '']) => ({ path, name }))
        // Words in capitals stand for what whoever copies it says.
        .filter(({ name }) => !/[A-Z]{3}/.test(name)),
    );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !there.has(name.replace(/\/$/, '')))).toEqual([]);
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
