import { expect, it } from 'vitest';
import { planSearch } from './plan-search.ts';
import { comingTogether } from './word-frequencies.ts';

const shares: Record<string, number> = { steel: 0.46, series: 1, clamp: 0.05, clamps: 0.04, chrome: 0.35 };
const frequencies = { tools: 1_000_000, of: (word: string) => shares[word] ?? 0 };

it('rare words are looked up, and frequent ones compared at the tools found', () => {
  const plan = planSearch([['clamp', 'clamps'], ['steel'], ['3in'], ['series']], frequencies);
  expect(plan.indexed).toEqual([['clamp', 'clamps'], ['3in']]);
  expect(plan.filtered).toEqual([['steel'], ['series']]);
});

it('where all words are frequent, the rarest of them is looked up', () => {
  const plan = planSearch([['steel'], ['chrome']], frequencies);
  expect([plan.indexed, plan.filtered]).toEqual([[['chrome']], [['steel']]]);
});

it('without statistics every word is looked up, and nothing is known of how many have it', () => {
  const plan = planSearch([['steel'], ['series']], { tools: 0, of: () => 0 });
  expect(plan).toEqual({ indexed: [['steel'], ['series']], filtered: [], least: 0, most: 0, share: 0 });
});

it('says how many tools have all of the words at least, which is nothing where they may exclude each other', () => {
  expect(planSearch([['clamp', 'clamps']], frequencies).least).toBe(50_000);
  expect(planSearch([['chrome'], ['series']], frequencies).least).toBeCloseTo(350_000);
  expect(planSearch([['chrome'], ['steel']], frequencies).least).toBe(0);
});

it('says how many have the rarest word, and what part would have all of them by chance', () => {
  const plan = planSearch([['clamp', 'clamps'], ['series']], frequencies);
  expect([plan.most, plan.share]).toEqual([90_000, 0.09]);
});

it('a word that all tools with a rarer one have is compared at those', () => {
  const texts = Array.from({ length: 100 }, (_, index) => [
    ...(index % 10 === 0 ? ['lifting', 'magnet'] : ['claw', index % 5 === 0 ? 'magnet' : 'hammer']),
    index % 4 === 0 ? '3in' : '4in',
  ]);
  const implies = comingTogether(texts);
  expect([
    implies(['lifting'], ['magnet']),
    implies(['magnet'], ['lifting']),
    implies(['lifting'], ['3in', '4in']),
  ]).toEqual([true, false, true]);
  expect([
    implies(['lifting'], ['3in']),
    implies(['none'], ['lifting']),
    implies([['claw', 'magnet']], ['claw']),
  ]).toEqual([false, false, true]);
  const known: Record<string, number> = { lifting: 0.1, magnet: 0.2, '3in': 0.11 };
  const plan = planSearch(
    [['magnet'], ['lifting'], ['3in']],
    { tools: 1_000_000, of: (word) => known[word] ?? 0 },
    implies,
  );
  expect([plan.indexed, plan.filtered]).toEqual([[['lifting'], ['3in']], [['magnet']]]);
});
