import { expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openPglite } from './pglite.ts';
import { transaction } from './transaction.ts';

it('gives others a turn after each statement, in a transaction too', async () => {
  const database = await openPglite(undefined);
  const turnsDuring = async (work: () => Promise<unknown>) => {
    const end = new AbortController();
    const done = work().finally(() => end.abort());
    let turns = 0;
    for (; !end.signal.aborted; turns++) await new Promise((resolve) => setImmediate(resolve));
    await done;
    return turns;
  };
  const ten = Array.from({ length: 10 }, (_, number) => number);
  const one = async (each: (number: number) => Promise<unknown>) => {
    for (const number of ten) await each(number);
  };
  expect(await turnsDuring(() => one((number) => database.raw('select $1::int', [number])))).toBeGreaterThanOrEqual(10);
  expect(
    await turnsDuring(() => transaction(database, (tx) => one((number) => tx.execute(sql`select ${number}::int`)))),
  ).toBeGreaterThanOrEqual(10);
  expect(
    await turnsDuring(() => database.rawTransaction(({ query }) => one((number) => query('select $1::int', [number])))),
  ).toBeGreaterThanOrEqual(10);
  await database.close();
}, 60_000);

it('takes and gives bytes as Node has them, and not one by one', async () => {
  const database = await openPglite(undefined);
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const [row] = await database.raw<{ bytes: Uint8Array }>('select $1::bytea as bytes', [new Uint8Array(bytes)]);
  expect(Buffer.isBuffer(row?.bytes)).toBe(true);
  expect(bytes.equals(row!.bytes)).toBe(true);
  await database.close();
}, 60_000);
