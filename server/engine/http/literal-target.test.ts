import { expect, it } from 'vitest';
import { literalTarget } from './literal-target.ts';

it.each([
  ['/', '/'],
  ['/tool?q=../x\\y', '/tool?q=../x\\y'],
  ['/.well-known/security.txt', '/.well-known/security.txt'],
  ['/assets/..hidden/a.js', '/assets/..hidden/a.js'],
  ['/%2e%2e/', '/%252e%252e/'],
  ['/assets/../package.json?x', '/assets/%252e%252e/package.json?x'],
  ['/order/%2E.', '/order/%252e%252e'],
  ['/a/./b', '/a/%252e/b'],
  ['/assets/..\\\\', '/assets/..%5C%5C'],
  ['\\\\evil.test', '%5C%5Cevil.test'],
])('reads %s literally (attacks T81)', (target, literal) => {
  expect(literalTarget(target)).toBe(literal);
});
