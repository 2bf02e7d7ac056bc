import { inArray, sql } from 'drizzle-orm';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Follower, News } from '#server/engine/news/follow-news.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { type LetterSources, type OrderLetterParts, queueOrderLetter } from './order-letter.ts';

type Reader = Pick<typeof orders.$inferSelect, 'id' | 'number' | 'email' | 'userId' | 'name' | 'language'>;

/** Tells buyers that goods they wait for come on another day, and that all that they waited for is there. */
export function goodsLetters(sources: LetterSources): Follower {
  return {
    name: 'goods-letters',
    kinds: ['batch.moved', 'order.complete'],
    async handle(tx, rows) {
      for (const { subject, facts } of rows.filter(({ kind }) => kind === 'batch.moved'))
        await tellMoved(tx, sources, subject, facts);
      const complete = rows.filter(({ kind }) => kind === 'order.complete').map(({ subject }) => subject);
      for (const order of await stillOpen(tx, [...new Set(complete)]))
        await queueOrderLetter(tx, sources, order, (say) => allThere(order, say));
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
    const moved = { tool, pieces, day, from: String(facts['from']) };
    await queueOrderLetter(tx, sources, order, (say) => movedTo(order, moved, say));
  }
}

async function stillOpen(tx: Tx, ids: readonly string[]): Promise<Reader[]> {
  if (ids.length === 0) return [];
  const { id, number, email, userId, name, language } = orders;
  return tx
    .select({ id, number, email, userId, name, language })
    .from(orders)
    .where(sql`${inArray(orders.id, [...ids])} and ${OPEN}`)
    .orderBy(number);
}

function movedTo(
  { number, name }: Reader,
  { tool, pieces, day, from }: { tool: string; pieces: number; day: string; from: string },
  say: Words,
): OrderLetterParts {
  const said = { number: String(number), tool: plainName(tool), day: say.written(day) };
  return {
    subject: say('Order {number}: another day for {tool}', { number: said.number, tool: said.tool }),
    heading: say('Your goods come on {day}', { day: said.day }),
    paragraphs: [
      say(
        'Dear {name}, {pieces, plural, one {# piece} other {# pieces}} of {tool} of your order {number} are now expected on {day} instead of {before}.',
        { ...said, name: plainName(name), pieces, before: say.written(from) },
      ),
      say('You need not do anything. If the new day does not suit you, please contact us.'),
    ],
  };
}

function allThere({ number, name }: Reader, say: Words): OrderLetterParts {
  return {
    subject: say('Order {number}: your goods are in stock', { number: String(number) }),
    heading: say('All of your order is in stock'),
    paragraphs: [
      say('Dear {name}, what your order {number} was waiting for has come in and is kept for you.', {
        name: plainName(name),
        number: String(number),
      }),
    ],
  };
}
