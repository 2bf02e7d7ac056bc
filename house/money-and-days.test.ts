import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** What people read, and what is counted by days: without tests, which write sums and days down as they expect them. */
const files = sourceFiles('.ts', '.tsx').filter(
  ({ path }) => /^(server|web|contract|content|sandbox|sheets)\//.test(path) && !/\.test\.|-for-tests\./.test(path),
);

/** Lines that match, without comments, as `file:line`. */
function linesWith(pattern: RegExp, where: (path: string) => boolean): string[] {
  return files
    .filter(({ path }) => where(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          !/^\s*(\*|\/\/|\/\*)/.test(line) && pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
        ),
    );
}

const except =
  (...paths: string[]) =>
  (path: string) =>
    !paths.some((own) => path.startsWith(own));

/** A dollar sign beside a number or alone in a text, USD in any case, and the word itself, in names too. */
const DOLLAR = /style: 'currency'|(?<![\w'"]\$?)\$\d[\d,]*\.\d\d|(?<=[ (>])\$(?=['"<`),\s])|['"]\$['"]|\busd\b|dollar/i;

/** A day or a year found in UTC, or written other than in the one way. */
const UTC_DAY =
  /(?:toISOString\(\)|\w+At)\.slice\(0, ?(?:4|7|10)\)|getUTC(?:Date|Day|Month|FullYear|Hours)|get(?:Date|Day|Month|FullYear)\(\)|toLocale(?:Date|Time)String|(?:date|time)Style|at time zone 'utc'|utc_(?:day|year)|timeZone: 'UTC'/i;

it('money is written in one place, in the currency that the shop sells in', () => {
  // Stripe's stand-in knows all of Stripe's currencies, and the pad of order lines whatever buyers paste.
  const where = except(
    'contract/money.ts',
    'contract/currencies.ts',
    'sandbox/stripe/',
    'server/buying/order-lines/',
    'server/office/docs/examples',
  );
  expect(linesWith(DOLLAR, where)).toEqual([]);
});

it('days are found and named in one place, by the zone of the shop', () => {
  // Cards and the provider's log go by UTC; a spreadsheet counts its days without a zone; moments are sent in UTC.
  const where = except(
    'contract/days.ts',
    'sandbox/',
    'sheets/read-xlsx.ts',
    'server/buying/named-lists/named-lists.ts',
  );
  expect(linesWith(UTC_DAY, where)).toEqual([]);
});

it.each([
  ["label='Goods, $'", true],
  ['<span>Goods, $</span>', true],
  ['label="Free from, $ of goods"', true],
  ['`at most $999,999.99`', true],
  ["currency: 'usd',", true],
  ["'Give an amount in dollars'", true],
  ['`${amount} of your order`', false],
  ['where id = $1', false],
  ['money(order.price)', false],
  ['dollars(order.price)', true],
  ['centsToDollars(cents)', true],
])('the first finds %s: %s', (line, found) => expect(DOLLAR.test(line)).toBe(found));

it.each([
  ['new Date().toISOString().slice(0, 10)', true],
  ["(now() at time zone 'utc')::date", true],
  ["new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })", true],
  ['createdAt.slice(0, 10)', true],
  ['createdAt.toISOString()', false],
])('the second finds %s: %s', (line, found) => expect(UTC_DAY.test(line)).toBe(found));
