import { sql } from 'drizzle-orm';
import { transaction } from '#server/engine/db/transaction.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';

/** How long after a tool can be ordered again its letters leave, at most, in ms. */
const LOOK_EVERY_MS = 30_000;
/** Letters in one transaction. */
const BATCH = 50;

interface Waiting extends Record<string, unknown> {
  toolId: string;
  tool: string;
  available: number;
  minimum: number;
  userId: string;
  email: string;
}

type Needs = Pick<Parts, 'config' | 'database'> & { mail: Mail; settings: SettingsStore };

/**
 * Writes to those who wait for a tool that can be ordered again. The wish goes in the transaction that queues its letter:
 * however many processes look, and whenever one dies, there is one letter. Stock comes back in many ways (an edit, an
 * order deleted or expired, an import); looking now and then cannot miss one.
 */
export async function tellWaiting({ config, database, mail, settings }: Needs): Promise<void> {
  const { name } = (await settings.read()).settings.company;
  for (;;) {
    const told = await transaction(database, async (tx) => {
      const { rows } = await tx.execute<Waiting>(sql`
        with due as (
          select a.tool_id, a.user_id from stock_alerts a join tools t on t.id = a.tool_id
          where t.removed_at is null and ${sql.raw(onSaleNow('t.'))} and t.available_quantity >= t.min_order_quantity
          order by a.created_at limit ${BATCH} for update of a skip locked
        ), gone as (
          delete from stock_alerts a using due where a.tool_id = due.tool_id and a.user_id = due.user_id
          returning a.tool_id, a.user_id
        )
        select t.id as "toolId", t.name as tool, t.available_quantity as available, t.min_order_quantity as minimum,
          u.id as "userId", u.email
        from gone join tools t on t.id = gone.tool_id join users u on u.id = gone.user_id`);
      for (const row of rows) await mail.queue(tx, backInStockLetter(row, config.baseUrl, name));
      return rows.length;
    });
    if (told < BATCH) return;
  }
}

function backInStockLetter(
  { toolId, tool, available, minimum, userId, email }: Waiting,
  baseUrl: string,
  from: string,
): Letter {
  const pieces = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'piece' : 'pieces'}`;
  return {
    to: email,
    userId,
    subject: `${tool} can be ordered again`,
    ...letter({
      from,
      heading: `${tool} can be ordered again`,
      paragraphs: [
        'Hello,',
        `There are ${pieces(available)} in stock; the minimum order is ${pieces(minimum)}. They are not put aside for you: who orders first gets them.`,
      ],
      action: { label: 'Order now', url: `${baseUrl}/products/${toolId}` },
      reason:
        'You asked us to write once when this tool can be ordered again. This is that letter; there will be no other.',
    }),
  };
}

/** Looks now and then, until the answer is called. */
export function tellNowAndThen(parts: Needs & Pick<Parts, 'log'>): () => Promise<void> {
  let telling: Promise<void> | null = null;
  const look = () => {
    telling ??= tellWaiting(parts)
      .catch((error: unknown) =>
        parts.log.warn({ error }, 'who waits for stock could not be told; a later look goes on'),
      )
      .finally(() => {
        telling = null;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await telling;
  };
}
