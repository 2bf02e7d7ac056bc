import { sentence } from '#contract/sentences.ts';
import { and, eq, isNull } from 'drizzle-orm';
import type { Day } from '#contract/days.ts';
import { cents } from '#contract/money-sums.ts';
import { languageOf } from '#server/buying/companies/languages.ts';
import { saySentence } from '#server/engine/words/say.ts';
import { wordsOf } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { pause, readerOf } from './pause-standing-order.ts';
import { destinationOf } from './standing-destination.ts';
import { announcement } from './standing-letters.ts';
import { pricedToday, requireStillTheirs } from './standing-lines.ts';
import { announcedDay } from './standing-orders.ts';
import { standingOrders } from './standing-orders.sql.ts';
import type { StandingParts } from './standing-parts.ts';

type Row = typeof standingOrders.$inferSelect;

/** Writes that it will be placed, once; where whoever set it may not order any more, it is paused at once. */
export async function announce(parts: StandingParts, id: string, today: Day): Promise<void> {
  const { terms } = await parts.settings.read();
  await transaction(parts.database, async (tx) => {
    const [row] = await tx
      .select()
      .from(standingOrders)
      .where(and(eq(standingOrders.id, id), isNull(standingOrders.pausedCode), isNull(standingOrders.announcedFor)))
      // Whoever sees to it in another process does all of it.
      .for('update', { skipLocked: true });
    if (!row) return;
    const day = announcedDay(row, today, terms);
    const told = await toldOf(tx, parts, row, day).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (told instanceof AppError)
      await pause(tx, parts, row, { code: told.code, why: (language) => saySentence(told.sentence, language) });
    else await tx.update(standingOrders).set({ announcedFor: day, told }).where(eq(standingOrders.id, id));
  });
}

async function toldOf(tx: Tx, parts: StandingParts, row: Row, day: Day): Promise<Row['told']> {
  const { terms, settings: shop } = await parts.settings.read();
  const { list, company, vatId } = await requireStillTheirs(tx, row);
  const destination = await destinationOf(tx, row);
  if (!destination) throw new AppError('ADDRESS_NOT_FOUND', sentence('There is no address to deliver to any more.'));
  const priced = await pricedToday(tx, row, destination, vatId, terms);
  const say = wordsOf(shop, await languageOf(tx, row, shop.languages));
  const about = { row, list, company, to: await readerOf(tx, row), baseUrl: parts.config.baseUrl, shop, say };
  await parts.mail.queue(tx, announcement(about, day, priced, destination));
  return priced.lines.flatMap(({ toolId, quantity, price }) =>
    price === null ? [] : [{ toolId, quantity, cents: cents(price) }],
  );
}
