import { expect, test } from 'vitest';
import { askedLanguage } from './asked-language.ts';

const asked = (header: string) =>
  askedLanguage(new Request('http://shop.test/', { headers: { 'accept-language': header } }));

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-ch;q=0.9, en;q=0.8', 'de'],
  ['en-GB, de;q=0.9', 'en'],
  ['en;q=0.3, de;q=0.7', 'de'],
  ['fr-FR, de;q=0.2, en;q=0.1', 'de'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=0', 'en'],
  ['fr, it;q=0.5', 'en'],
  ['*', 'en'],
])('reads %s as a wish for %s', (header, language) => {
  expect(asked(header)).toBe(language);
});

test.each(['', ' , ,;;;', ';q=1', '-', 'dea, xde', `${'fr,'.repeat(200)}de`])(
  'takes what it cannot or will not read for no wish: %j',
  (header) => {
    expect(asked(header)).toBe('en');
  },
);

test('answers what did not become a request in English', () => {
  expect(askedLanguage(null)).toBe('en');
});
