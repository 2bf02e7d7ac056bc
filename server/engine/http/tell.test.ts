import { expect, it } from 'vitest';
import { z } from 'zod';
import { tell } from './tell.ts';

const Line = z.object({ tool: z.string(), note: z.string().optional() });
const Data = z.object({
  name: z.string(),
  orders: z.array(z.object({ lines: z.array(Line) })),
  lists: z.array(Line).nullable(),
  none: z.array(Line).optional(),
});
const lines = (count: number) => Array.from({ length: count }, (_, index) => ({ tool: `Tool "${index}"`, hidden: 1 }));
const data = { name: 'Alice', hidden: 2, orders: [{ lines: lines(1_000) }, { lines: [] }], lists: null };

it('writes what JSON.stringify would of what the schema lets out, however long its lists', async () => {
  expect(await tell(Data, data)).toBe(JSON.stringify(Data.parse(data)));
  expect(await tell(z.array(Line), lines(200))).toBe(JSON.stringify(z.array(Line).parse(lines(200))));
  expect(await tell(Line, { tool: 'x', note: undefined })).toBe('{"tool":"x"}');
});

it('refuses what is not as the schema says, in the midst of a long list, too', async () => {
  await expect(tell(z.array(Line), [...lines(200), { tool: 1 }])).rejects.toThrow(z.ZodError);
  const few = z.array(Line).max(100);
  await expect(tell(few, lines(200))).rejects.toThrow(z.ZodError);
});

it('lets others have a turn while it writes a long list, within another value, too', async () => {
  let turns = 0;
  const done = new AbortController();
  const others = (async () => {
    for (; !done.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  await tell(Data, data);
  done.abort();
  await others;
  expect(turns).toBeGreaterThan(10);
});
