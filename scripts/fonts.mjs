// Cuts from the shop's two typefaces (both OFL) the letters that every page needs, in the weights that are used, so that
// they come in few packets. Rarer letters are in the whole files, which browsers fetch where a page has one of them.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'web/fonts');

/** The same as `unicode-range` in web/theme.css. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xb0, 0xb3],
  [0xb5, 0xb5],
  [0xb7, 0xb7],
  [0xbc, 0xbe],
  [0xd7, 0xd7],
  [0xe4, 0xe4],
  [0xe9, 0xe9],
  [0xf6, 0xf6],
  [0xfc, 0xfc],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
  [0x203a, 0x203a],
];
/** What the shop's text makes use of: the typefaces bring fractions, old figures and small forms of many letters beside. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'rlig', 'calt', 'liga', 'lnum', 'tnum'];
const FONTS = {
  'text.woff2': {
    source: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
    variationAxes: { wght: { min: 400, max: 700, default: 400 } },
  },
  'heading.woff2': {
    source: '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-latin-600-normal.woff2',
    // Instructions for screens of large pixels are a third of the file; headings are large enough without.
    noHinting: true,
  },
};

const letters = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
).join('');
mkdirSync(folder, { recursive: true });
for (const [name, { source, ...options }] of Object.entries(FONTS)) {
  const from = join(root, 'node_modules', source);
  const to = join(folder, name);
  const newest = Math.max(statSync(from).mtimeMs, statSync(fileURLToPath(import.meta.url)).mtimeMs);
  if (existsSync(to) && statSync(to).mtimeMs >= newest) continue;
  writeFileSync(
    to,
    await subsetFont(readFileSync(from), letters, { targetFormat: 'woff2', keepFeatures: FEATURES, ...options }),
  );
}
