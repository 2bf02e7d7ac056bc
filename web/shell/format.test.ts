import { expect, test } from 'vitest';
import { counted } from './format.ts';

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [1_200, '1,200 entries'],
])('%d of something are counted as people say it', (count, said) => {
  expect(counted(count, 'entry', 'entries')).toBe(said);
});

test('most words take an s', () => {
  expect([counted(1, 'tool'), counted(2, 'tool')]).toEqual(['1 tool', '2 tools']);
});
