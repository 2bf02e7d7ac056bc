import { expect, test } from 'vitest';
import { plainLines, plainName } from './plain-name.ts';

test.each([
  ['Nordfjord Bygg A/S', 'Nordfjord Bygg A/S'],
  ['Müller GmbH&Co.KG', 'Müller GmbH&Co. KG'],
  ['Utensili S.p.A.', 'Utensili S.p.A.'],
  ['Your parcel is held - http://evil.example/pay?x=1', 'Your parcel is held -'],
  ['Pay at www.evil.example now', 'Pay at now'],
  ['evil.example/pay and evil.example', 'and evil. example'],
  ['write to eve@evil.example', 'write to'],
  ['evil．example ＠here', 'evil. example'],
  ['ev\u200bil.exa\u202emple', 'evil. example'],
  ['Eve\r\nBcc: all\u2028there', 'Eve Bcc: all there'],
  ['https://evil.example', ''],
])('%j stands in a letter as %j', (text, said) => {
  expect(plainName(text)).toBe(said);
});

test('a name is cut by what one sees, and a long one is looked at no further', () => {
  expect(plainName('😀'.repeat(80))).toBe(`${'😀'.repeat(59)}…`);
  expect(plainName('a.'.repeat(1_000_000)).length).toBeLessThanOrEqual(60);
});

test('an address is one line without links', () => {
  expect(plainLines('Bob', '', 'Street 1\nhttp://evil.example\n1234 Town')).toBe('Bob, Street 1, 1234 Town');
});
