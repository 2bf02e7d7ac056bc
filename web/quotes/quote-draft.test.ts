import { expect, it } from 'vitest';
import { draftFrom, withWished } from './quote-draft.ts';

it('a tool stands once, at its latest quantity, with the price that was wished', () => {
  const lines = [{ toolId: 'hammer', quantity: 3, target: '7.50' }];
  const wished = [
    { toolId: 'hammer', quantity: 10 },
    { toolId: 'saw', quantity: 5 },
  ];
  expect(withWished(lines, wished)).toEqual([
    { toolId: 'hammer', quantity: 10, target: '7.50' },
    { toolId: 'saw', quantity: 5, target: '' },
  ]);
});

it('of what was kept, only what is a draft is taken', () => {
  const nothing = { lines: [], message: '', customer: '', country: '' };
  for (const text of [null, '', '{', '[]', '7', '{"lines":7,"message":{}}']) expect(draftFrom(text)).toEqual(nothing);
  const line = { toolId: 'hammer', quantity: 3, target: '' };
  const kept = JSON.stringify({ lines: [line, { toolId: 'saw' }, null], message: 'By May?', country: 'DE' });
  expect(draftFrom(kept)).toEqual({ lines: [line], message: 'By May?', customer: '', country: 'DE' });
});
