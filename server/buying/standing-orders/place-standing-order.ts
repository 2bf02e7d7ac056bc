import { saySentence } from '#server/engine/words/say.ts';
import { sentence } from '#contract/sentences.ts';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { NewOrder, Order } from '#contract/buying/orders.ts';
import type { Day } from '#contract/days.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { centsToMoney } from '#contract/money.ts';
import { cents } from '#contract/money-sums.ts';
import type { Language } from '#contract/languages.ts';
import { wordsOf } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import { lockCompany, lockCustomer } from '#server/buying/orders/lock-to-place.ts';
import { placeOrder } from '#server/buying/orders/place-order.ts';
import { placingOptions } from '#server/buying/orders/placing-options.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { pause } from './pause-standing-order.ts';
import { type Destination, destinationOf } from './standing-destination.ts';
import { waitingLetter } from './standing-letters.ts';
import { forWhom, linesToOrder, requireStillTheirs } from './standing-lines.ts';
import { advance } from './standing-orders.ts';
import { standingOrders } from './standing-orders.sql.ts';
import type { StandingParts } from './standing-parts.ts';

type Row = typeof standingOrders.$inferSelect;

/** What is over by itself: it is tried again in the next round. */
const PASSING: readonly ErrorCode[] = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'REQUEST_TIMEOUT', 'NUMBERS_UNKNOWN'];
const MOST_NAMED = 5;

/** Places what was announced for today or before, or pauses it where that cannot be; either once. */
export async function placeOrPause(parts: StandingParts, id: string, today: Day): Promise<void> {
  let names: string[] = [];
  try {
    await transaction(parts.database, async (tx) => {
      const row = await lockDue(tx, id, today);
      if (row) await place(tx, parts, row, today, (all) => (names = all));
    });
  } catch (error) {
    if (!(error instanceof AppError) || PASSING.includes(error.code)) throw error;
    await transaction(parts.database, async (tx) => {
      const [row] = await tx.select().from(standingOrders).where(due(id, today)).for('update');
      if (row) await pause(tx, parts, row, { code: error.code, why: (language) => inWords(error, names, language) });
    });
  }
}

function due(id: string, today: Day) {
  const { pausedCode, announcedFor } = standingOrders;
  return and(eq(standingOrders.id, id), isNull(pausedCode), lte(announcedFor, today));
}

/** Locks as placing does, company and customer first (decision 361); undefined where another process has done it. */
async function lockDue(tx: Tx, id: string, today: Day): Promise<Row | undefined> {
  const [seen] = await tx.select().from(standingOrders).where(due(id, today));
  if (!seen) return undefined;
  const { raw } = rawInTransaction(tx);
  if (seen.companyId !== null) await lockCompany(raw, seen.companyId);
  await lockCustomer(raw, seen.userId);
  const [row] = await tx.select().from(standingOrders).where(due(id, today)).for('update');
  return row?.userId === seen.userId && row.companyId === seen.companyId ? row : undefined;
}

async function place(
  tx: Tx,
  parts: StandingParts,
  row: Row,
  today: Day,
  noteNames: (names: string[]) => void,
): Promise<void> {
  const { config, changes, settings, mail } = parts;
  const { terms, settings: shop } = await settings.read();
  const { list, company } = await requireStillTheirs(tx, row);
  const destination = await destinationOf(tx, row);
  if (!destination) throw new AppError('ADDRESS_NOT_FOUND', sentence('There is no address to deliver to any more.'));
  const { lines, names } = await linesToOrder(tx, row);
  noteNames(names);
  const [customer] = await tx
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, row.userId));
  // One key for a standing order and its day: whatever happens, there is no second order of it.
  const options = await placingOptions(parts, { pay: row.pay ?? undefined }, `standing-${row.id}-${row.dueOn}`);
  const wanted = { ...wantedOf(row, destination), lines };
  const { order } = await placeOrder(tx, customer!, wanted, { ...options, rateLimits: false });
  requireToldPrices(order, row, shop.currency);
  await advance(tx, row, today, terms, { lastOrderId: order._id, lastOn: today });
  if (order.state === 'waiting') {
    const say = wordsOf(shop, order.language);
    const about = { row, list, company, to: customer!.email, baseUrl: config.baseUrl, shop, say };
    await mail.queue(tx, waitingLetter(about, order));
  }
  afterCommit(tx, () => changes.touch(stockTags(order.lines.map(({ toolId }) => toolId))));
}

function wantedOf(row: Row, { address, invoice }: Destination): NewOrder {
  const { name, phone, company, vatId, street, extra, postalCode, town, region, country } = address;
  const own = row.companyId === null ? { company, vatId } : {};
  return {
    name,
    phone,
    deliveryAddress: { street, extra, postalCode, town, region, country },
    ...own,
    ...(invoice === null || invoice._id === address._id
      ? {}
      : {
          invoiceAddress: {
            name: invoice.name,
            company: invoice.company,
            street: invoice.street,
            extra: invoice.extra,
            postalCode: invoice.postalCode,
            town: invoice.town,
            region: invoice.region,
            country: invoice.country,
          },
        }),
    ...forWhom(row),
    ...(row.pay === null ? {} : { pay: row.pay }),
  };
}

/** @throws AppError PRICE_MISMATCH where a line that is as it was announced costs more than its buyer was told */
function requireToldPrices({ lines }: Order, { told }: Row, currency: string): void {
  for (const { toolId, tool, quantity, price } of lines) {
    const line = told.find((each) => each.toolId === toolId && each.quantity === quantity);
    if (!line || cents(price) <= line.cents) continue;
    throw new AppError(
      'PRICE_MISMATCH',
      sentence('{tool} now costs {now}, and not {before} as we wrote to you.', {
        tool: plainName(tool),
        now: { amount: price, currency },
        before: { amount: centsToMoney(line.cents), currency },
      }),
    );
  }
}

/** Why it could not be ordered, with the names of the lines that stand in the way. */
function inWords(error: AppError, names: readonly string[], language: Language): string {
  const lines = (error.issues ?? []).flatMap(({ path, message }) => {
    const name = names[Number(/^lines\.(\d+)\./.exec(path)?.[1] ?? -1)];
    return name === undefined ? [] : [`${plainName(name)}: ${saySentence(message, language)}`];
  });
  if (lines.length === 0) return saySentence(error.sentence, language);
  const more = lines.length - MOST_NAMED;
  return [
    ...lines.slice(0, MOST_NAMED),
    ...(more > 0 ? [saySentence(sentence('And {more, number} more lines.', { more }), language)] : []),
  ].join(' ');
}
