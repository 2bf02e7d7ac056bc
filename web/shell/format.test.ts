import { expect, test } from 'vitest';
import { counted } from './format.ts';

test.each([
  [0, '0\u00a0entries'],
  [1, '1\u00a0entry'],
  [1_200, '1,200\u00a0entries'],
])('%d of something are counted as people say it', (count, said) => {
  expect(counted(count, 'entry', 'entries')).toBe(said);
});

test('most words take an s', () => {
  expect([counted(1, 'tool'), counted(2, 'tool')]).toEqual(['1\u00a0tool', '2\u00a0tools']);
});
