import { expect, it } from 'vitest';
import { cheapestWords, rarestFirst } from './cheapest-words.ts';

/** A hundred tools: every fifth is a claw hammer, every third of steel, one a rare one. */
const TEXTS = Array.from({ length: 100 }, (_, index) =>
  [index % 5 === 0 ? 'claw hammer' : 'chain', index % 3 === 0 ? 'steel' : 'bronze', index === 30 ? 'löwe' : ''].join(
    ' ',
  ),
);

it.each([
  ['words that always come together are asked for by one of them', ['claw', 'hammer'], ['claw']],
  ['words that come together by chance are both asked for', ['hammer', 'steel'], ['hammer', 'steel']],
  ['a word that hardly any text has needs no other', ['steel', 'LÖWE', 'hammer'], ['LÖWE']],
  ['a word that no text has needs no other', ['steel', 'nothing'], ['nothing']],
])('%s', (_what, words, asked) => expect(cheapestWords(words, TEXTS)).toEqual(asked));

it('what the index cannot tell from a common word is no rare one', () => {
  const texts = Array.from({ length: 100 }, (_, index) => `mill ${index}, +44 20 7${index}`);
  expect(cheapestWords(['1/4', '793'], texts)).toEqual(['793']);
  expect(cheapestWords(['7,', '93,'], texts)).toEqual(['93,']);
  expect(cheapestWords(['(93,', '93,'], texts)).toEqual(['(93,']);
});

it('where nothing is known one word is asked for', () =>
  expect(cheapestWords(['claw', 'hammer'], [])).toEqual(['claw']));

it('rare words come before common ones, others as they were typed', () => {
  expect(rarestFirst(['chain', 'steel', 'Claw', 'hammer', 'none'], TEXTS)).toEqual([
    'none',
    'Claw',
    'hammer',
    'steel',
    'chain',
  ]);
});
