import { expect, test } from 'vitest';
import { readFilter } from './list-filter.ts';
import { splitChoices, writtenChoice } from './choices.ts';

test.each([
  ['brass,steel', ['brass', 'steel']],
  [String.raw`Steel\, zinc plated,brass`, ['Steel, zinc plated', 'brass']],
  [String.raw`a\b`, [String.raw`a\b`]],
  [String.raw`a\\,b`, [String.raw`a` + '\\', 'b']],
  [' , ,', []],
  [String.raw`ends\ `.trim(), [String.raw`ends` + '\\']],
])('%s is of %j', (text, choices) => {
  expect(splitChoices(text)).toEqual(choices);
});

test.each(['Steel, zinc plated', 'a\\', '\\,', ',', 'x\\,\\\\,y'])('%j is itself again', (choice) => {
  expect(splitChoices(`${writtenChoice(choice)},${writtenChoice('other')}`)).toEqual([choice, 'other']);
});

test('an address asks for a choice with a comma as for one', () => {
  const search = new URLSearchParams([
    ['attr.finish', writtenChoice('Steel, zinc plated')],
    ['attr.finish', 'brass'],
  ]);
  const asked = readFilter(search)['attr.finish'] ?? '';
  expect(splitChoices(asked)).toEqual(['Steel, zinc plated', 'brass']);
});
