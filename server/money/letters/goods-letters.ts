import { inArray, sql } from 'drizzle-orm';
import { writtenDay } from '#contract/days.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Follower, News } from '#server/engine/news/follow-news.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { type LetterSources, type OrderLetterParts, queueOrderLetter } from './order-letter.ts';

type Reader = Pick<typeof orders.$inferSelect, 'id' | 'number' | 'email' | 'userId' | 'name'>;

/** Tells buyers that goods they wait for come on another day, and that all that they waited for is there. */
export function goodsLetters(sources: LetterSources): Follower {
  return {
    name: 'goods-letters',
    kinds: ['batch.moved', 'order.complete'],
    async handle(tx, rows) {
      for (const { subject, facts } of rows.filter(({ kind }) => kind === 'batch.moved'))
        await tellMoved(tx, sources, subject, facts);
      const complete = rows.filter(({ kind }) => kind === 'order.complete').map(({ subject }) => subject);
      for (const order of await stillOpen(tx, [...new Set(complete)])) await write(tx, sources, order, allThere(order));
    },
  };
}

const OPEN = sql`${orders.state} in ('waiting', 'unpaid', 'open', 'paid', 'free')`;

async function tellMoved(tx: Tx, sources: LetterSources, batchId: string, facts: News['facts']): Promise<void> {
  const { rows } = await tx.execute<{ orderId: string; tool: string; pieces: number; day: string }>(sql`
    select promise.order_id as "orderId", line.tool_name as tool, sum(promise.quantity)::float8 as pieces,
      batches.day::text as day
    from order_promises promise join batches on batches.id = promise.batch_id
      join order_lines line on line.order_id = promise.order_id and line.tool_id = promise.tool_id
    where promise.batch_id = ${batchId} group by 1, 2, 4`);
  const byOrder = new Map(rows.map((row) => [row.orderId, row]));
  for (const order of await stillOpen(tx, [...byOrder.keys()])) {
    const { tool, pieces, day } = byOrder.get(order.id)!;
    // Moved again meanwhile: the news of that says so.
    if (day !== facts['to']) continue;
    await write(tx, sources, order, movedTo({ ...order, tool, pieces, day, from: String(facts['from']) }));
  }
}

async function stillOpen(tx: Tx, ids: readonly string[]): Promise<Reader[]> {
  if (ids.length === 0) return [];
  const { id, number, email, userId, name } = orders;
  return tx
    .select({ id, number, email, userId, name })
    .from(orders)
    .where(sql`${inArray(orders.id, [...ids])} and ${OPEN}`)
    .orderBy(number);
}

function write(tx: Tx, sources: LetterSources, { id, email, userId }: Reader, said: OrderLetterParts): Promise<void> {
  return queueOrderLetter(tx, sources, { id, email, userId }, () => said);
}

function movedTo({
  number,
  name,
  tool,
  pieces,
  day,
  from,
}: Reader & { tool: string; pieces: number; day: string; from: string }): OrderLetterParts {
  const count = `${pieces.toLocaleString('en-US')} ${pieces === 1 ? 'piece' : 'pieces'}`;
  return {
    subject: `Order ${number}: another day for ${plainName(tool)}`,
    heading: `Your goods come on ${writtenDay(day)}`,
    paragraphs: [
      `Dear ${plainName(name)}, ${count} of ${plainName(tool)} of your order ${number} are now expected on ${writtenDay(day)} instead of ${writtenDay(from)}.`,
      'You need not do anything. If the new day does not suit you, please contact us.',
    ],
  };
}

function allThere({ number, name }: Reader): OrderLetterParts {
  return {
    subject: `Order ${number}: your goods are in stock`,
    heading: 'All of your order is in stock',
    paragraphs: [`Dear ${plainName(name)}, what your order ${number} was waiting for has come in and is kept for you.`],
  };
}
