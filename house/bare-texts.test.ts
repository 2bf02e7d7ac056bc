import { expect, it } from 'vitest';
import { bareTexts } from './bare-texts.ts';
import { isForTests, sourceFiles } from './source-files.ts';

it('no text of a page stands bare beside what comes and goes: a page that is translated would break', () => {
  const pages = sourceFiles('.tsx').filter(({ path }) => path.startsWith('web/') && !isForTests(path));
  expect(pages.length).toBeGreaterThan(100);
  expect(
    pages.flatMap(({ path, text }) => bareTexts(path, text)),
    'put it into a <span>',
  ).toEqual([]);
});

it.each([
  ['<p>Saved{more && `, ${more}`}</p>', 1],
  ['<p>Saved{more ? `, ${more}` : ""}</p>', 1],
  ['<button>{busy && <i />}Save</button>', 1],
  ['<p>{isLink ? <a /> : "nobody"} buys</p>', 2],
  ['<button>{busy && <i />}<span>Save</span></button>', 0],
  ['<p>Saved{more && <span>{`, ${more}`}</span>}.</p>', 1],
  ['<p>Saved {more}</p>', 0],
  ['<p>{more && "Saved"}</p>', 0],
  ['<p>{first && <b />} {second && <b />}</p>', 0],
])('in %s it finds %i', (source, count) => {
  expect(bareTexts('page.tsx', source)).toHaveLength(count);
});
