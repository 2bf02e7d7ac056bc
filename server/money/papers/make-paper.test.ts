import { expect, it } from 'vitest';
import { orderWith } from '#server/buying/orders/placing-for-tests.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { makePaper } from './make-paper.ts';
import { type PaperJob, paperOf } from './paper-makers.ts';

const PIECES = { unit: null, unitName: null, unitQuantity: null, priceUnit: 1 };
const SUMS = { unitPrice: 2, quantity: 3, price: 6, shipped: 0, refunded: 0, left: 3, awaited: [] };
const LINE = { sku: 'HAM', buyerNumber: null, ...PIECES, ...SUMS };

/** A receipt of so many lines. */
function receipt(number: string, lineCount: number, tool = 'Claw hammer'): PaperJob {
  const lines = Array.from({ length: lineCount }, (_, at) => ({ ...LINE, toolId: `t${at}`, tool: `${tool} ${at}` }));
  const order = orderWith({ number, lines });
  const seller = { company: DEFAULTS.company, logo: null };
  const parts = {
    order,
    seller,
    buyer: order,
    language: 'en' as const,
    currency: 'USD',
    zone: 'UTC',
    logo: null,
    format: 'a4' as const,
  };
  return { kind: 'receipt', given: [parts, new Date('2026-03-04T10:00:00.000Z'), []] };
}

it('is made in a thread with the same bytes, and others have their turns meanwhile', async () => {
  const job = receipt('2026-000001', 300, 'مطرقة हथौड़ा');
  const end = new AbortController();
  const made = makePaper('alice', job).finally(() => end.abort());
  let turns = 0;
  // Rows that are shaped here would give a turn after every twenty of them, which are fifteen.
  for (; !end.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toBeGreaterThan(100);
  expect(Buffer.from(await made).equals(await paperOf(job))).toBe(true);
});

it('is made once for all who ask for it, and anew when something of it changes', async () => {
  const [one, other] = await Promise.all(['alice', 'bob'].map((who) => makePaper(who, receipt('2026-000002', 2))));
  expect(other).toBe(one);
  expect(await makePaper('carol', receipt('2026-000002', 2))).toBe(one);
  expect(await makePaper('carol', receipt('2026-000002', 3))).not.toBe(one);
});

it('takes one of each person in turn, so that who asks for many makes others wait for one', async () => {
  const made: string[] = [];
  const ask = (who: string, number: string) =>
    makePaper(who, receipt(number, 5)).then(() => made.push(`${who} ${number}`));
  await Promise.all([
    ...['1', '2', '3', '4'].map((number) => ask('alice', `A-${number}`)),
    ask('bob', 'B-1'),
    ask('carol', 'C-1'),
  ]);
  expect(made).toEqual(['alice A-1', 'bob B-1', 'carol C-1', 'alice A-2', 'alice A-3', 'alice A-4']);
});

it('says what went wrong in the thread, and makes the next in another', async () => {
  const broken = receipt('2026-000003', 1);
  (broken.given[0] as { seller: unknown }).seller = undefined;
  await expect(makePaper('alice', broken)).rejects.toThrow(TypeError);
  await expect(makePaper('alice', receipt('2026-000004', 1))).resolves.toBeInstanceOf(Uint8Array);
});
