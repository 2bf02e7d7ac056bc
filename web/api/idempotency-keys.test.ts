import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('a second try of the same order brings the same key; after an answer, or with other content, a new one', () => {
  let count = 0;
  const keys = createIdempotencyKeys(() => `key-${++count}`);
  expect(keys.keyFor({ quantity: 5 })).toBe('key-1');
  expect(keys.keyFor({ quantity: 5 })).toBe('key-1');
  expect(keys.keyFor({ quantity: 6 })).toBe('key-2');
  keys.settled();
  expect(keys.keyFor({ quantity: 6 })).toBe('key-3');
});
