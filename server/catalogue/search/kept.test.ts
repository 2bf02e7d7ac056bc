import { expect, it } from 'vitest';
import type { Tag } from '#server/engine/http/changes.ts';
import { keptUntilChanged } from './kept.ts';

function keeping(most = 100) {
  let touch: (tags: Tag[] | null) => void = () => {};
  const kept = keptUntilChanged<number[]>({ onTouch: (drop) => (touch = drop) }, most, (what) => what.length);
  let reads = 0;
  const read = (selection: string, size = 1, bySale = false) => {
    const before = reads;
    const made = () => Promise.resolve(Array.from({ length: size }, () => ++reads));
    return kept.get(selection, bySale, { read: made }).then(() => reads > before);
  };
  return { kept, read, touch: (tags: Tag[] | null) => touch(tags) };
}

it('what was read is kept until tools change, by stock only where a sale can change it', async () => {
  const { read, touch } = keeping();
  expect([await read('all'), await read('all'), await read('there', 1, true)]).toEqual([true, false, true]);
  touch(['stock', 'tool:t1']);
  expect([await read('all'), await read('there', 1, true)]).toEqual([false, true]);
  touch(['tools', 'stock', 'categories']);
  expect(await read('all')).toBe(true);
  touch(null);
  expect([await read('all'), await read('there', 1, true)]).toEqual([true, true]);
});

it('what was being read while tools changed is not kept', async () => {
  const { kept, read, touch } = keeping();
  const reading = kept.get('all', false, {
    read: async () => {
      touch(['categories']);
      return [1];
    },
  });
  touch(['categories']);
  await reading;
  expect(await read('all')).toBe(true);
});

it('what failed is read again', async () => {
  const { kept, read } = keeping();
  await expect(kept.get('all', false, { read: () => Promise.reject(new Error('no connection')) })).rejects.toThrow(
    'no connection',
  );
  expect(await read('all')).toBe(true);
});

it('no more is kept than there is room for, the last always', async () => {
  const { read } = keeping(10);
  await read('one', 6);
  await read('two', 4);
  expect([await read('one', 6), await read('two', 4)]).toEqual([false, false]);
  await read('three', 4);
  expect([await read('three', 4), await read('two', 4), await read('one', 6)]).toEqual([false, false, true]);
  await read('large', 50);
  expect(await read('large', 50)).toBe(false);
});

it('what can be mended is mended by the tools that changed, once, and read anew where nobody says which or too many did', async () => {
  const { kept, touch } = keeping();
  const log: string[] = [];
  const get = () =>
    kept.get('all', false, {
      read: async () => {
        log.push('read');
        return [1];
      },
      mend: async (what, toolIds) => {
        log.push(`mend ${toolIds.join(' ')}`);
        return [...what, 1];
      },
    });
  await get();
  touch(['tools', 'stock', 'categories', 'tool:a']);
  // The second part of a long message.
  touch(['tool:b']);
  expect([await get(), await get()]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  touch(['reviews']);
  await get();
  expect(log).toEqual(['read', 'mend a b']);
  touch(['tools', 'categories']);
  await get();
  touch(Array.from({ length: 1_001 }, (_, at): Tag => `tool:${at}`));
  await get();
  touch(null);
  expect(await get()).toEqual([1]);
  expect(log).toEqual(['read', 'mend a b', 'read', 'read', 'read']);
});

it('what cannot be mended is read again', async () => {
  const { kept, touch } = keeping();
  const read = () => Promise.resolve([1]);
  await kept.get('all', false, { read, mend: () => Promise.resolve([]) });
  touch(['tool:a']);
  const failing = kept.get('all', false, { read, mend: () => Promise.reject(new Error('no connection')) });
  await expect(failing).rejects.toThrow('no connection');
  expect(await kept.get('all', false, { read })).toEqual([1]);
});
