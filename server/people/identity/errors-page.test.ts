import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ERROR_STATUS } from '#contract/errors.ts';
import { IDENTITY_ERRORS, WAY_IN_PROBLEMS } from '#contract/people/identity.ts';

const root = join(import.meta.dirname, '../../..');

/** The names of spec §8. */
const NAMES = [
  'wrong password',
  'invalid e-mail',
  'e-mail already in use',
  'user not found',
  'too many requests',
  'expired action code',
  'invalid action code',
  'requires recent login',
  'user token expired',
  'user disabled',
  'network request failed',
  'invalid-api-key',
  'user-mismatch',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'unauthorized-domain',
  'multi-factor-auth-required',
  'account-exists-with-different-credential',
  'internal-error',
  'argument-error',
  'No user is logged in',
];

const STATUS: Record<string, number> = { ...ERROR_STATUS };
const SENTENCE: Record<string, string> = { ...WAY_IN_PROBLEMS };
for (const [code, [status, sentence]] of Object.entries(IDENTITY_ERRORS)) {
  STATUS[code] = status;
  SENTENCE[code] = sentence;
}

const page = readFileSync(join(root, 'docs/identity.md'), 'utf8');
const rows = page
  .slice(page.indexOf('## Errors'), page.indexOf('## Times'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Specification|-)/.test(line))
  .map((line) => {
    const [names = '', codes = '', statuses = '', sentence = '', tests = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return {
      names: names.split(', '),
      codes: [...codes.matchAll(/`\??(?:error=)?(\w+)(?:: true)?`/g)].map(([, code = '']) => code),
      statuses: (statuses.match(/\d{3}/g) ?? []).map(Number),
      sentence,
      tests: [...tests.matchAll(/[\w/-]+\.(?:test|e2e)\.ts/g)].map(([file]) => file),
    };
  });

test('the page maps every name of the specification', () => {
  const mapped = rows.flatMap(({ names }) => names);
  expect(NAMES.filter((name) => !mapped.includes(name))).toEqual([]);
});

test.each(rows)('the page is true of $names', ({ codes, statuses, sentence, tests }) => {
  const inBrowser = ['NETWORK_ERROR', 'twoFactorRedirect'];
  expect(codes.filter((code) => !(code in STATUS) && !(code in SENTENCE) && !inBrowser.includes(code))).toEqual([]);
  const right = codes.flatMap((code) => STATUS[code] ?? []);
  expect(right.filter((status) => !statuses.includes(status))).toEqual([]);
  const sentences = codes.flatMap((code) => SENTENCE[code] ?? []);
  const isQuoted = sentence.endsWith('.') && sentences.length > 0;
  expect(isQuoted ? sentences : [sentence]).toContain(sentence);
  const texts = tests.map((name) => {
    const file = join(root, name.includes('/') ? name : `server/people/identity/${name}`);
    expect(existsSync(file), name).toBe(true);
    return readFileSync(file, 'utf8');
  });
  expect(codes.filter((code) => !texts.some((text) => text.includes(code)))).toEqual([]);
});
