import { expect, it } from 'vitest';
import type { Tag } from '#server/engine/http/changes.ts';
import { keptUntilChanged } from './kept.ts';

function keeping(most = 100) {
  let touch: (tags: Tag[] | null) => void = () => {};
  const kept = keptUntilChanged<number>({ onTouch: (drop) => (touch = drop) }, most);
  let reads = 0;
  const read = (selection: string, bySale = false) => {
    const before = reads;
    return kept.get(selection, bySale, () => Promise.resolve(++reads)).then(() => reads > before);
  };
  return { kept, read, touch: (tags: Tag[] | null) => touch(tags) };
}

it('what was read is kept until tools change, by stock only where a sale can change it', async () => {
  const { read, touch } = keeping();
  expect([await read('all'), await read('all'), await read('there', true)]).toEqual([true, false, true]);
  touch(['stock', 'tool:t1']);
  expect([await read('all'), await read('there', true)]).toEqual([false, true]);
  touch(['tools', 'stock', 'categories']);
  expect(await read('all')).toBe(true);
  touch(null);
  expect([await read('all'), await read('there', true)]).toEqual([true, true]);
});

it('what was being read while tools changed is not kept', async () => {
  const { kept, read, touch } = keeping();
  const reading = kept.get('all', false, async () => {
    touch(['categories']);
    return 1;
  });
  touch(['categories']);
  await reading;
  expect(await read('all')).toBe(true);
});

it('what failed is read again', async () => {
  const { kept, read } = keeping();
  await expect(kept.get('all', false, () => Promise.reject(new Error('no connection')))).rejects.toThrow(
    'no connection',
  );
  expect(await read('all')).toBe(true);
});

it('no more lists are kept than there is room for: the oldest goes', async () => {
  const { read } = keeping(2);
  await read('one');
  await read('two');
  expect([await read('one'), await read('two')]).toEqual([false, false]);
  await read('three');
  expect([await read('three'), await read('two'), await read('one')]).toEqual([false, false, true]);
});
