import { eq, sql } from 'drizzle-orm';
import { dayOf, dayPlus } from '#contract/days.ts';
import type { NewOrder } from '#contract/buying/orders.ts';
import { roleOf } from '#contract/policy.ts';
import { decideOrder } from '#server/buying/approvals/decide-order.ts';
import { placeOrder } from '#server/buying/orders/place-order.ts';
import { acceptQuote } from '#server/buying/quotes/accept-quote.ts';
import { offerVersion, withdrawQuote } from '#server/buying/quotes/answer-quote.ts';
import { askQuote } from '#server/buying/quotes/ask-quote.ts';
import { declineQuote, sayAtQuote } from '#server/buying/quotes/quote-talk.ts';
import type { Database, Db, Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { DEMO_COMPANY } from './seed-company.ts';

type Shop = Awaited<ReturnType<SettingsStore['read']>>;

const DAY_MS = 86_400_000;
const GOOD_FOR_DAYS = 30;
const FREIGHT = 25;
/** What bob orders for the company, above his limit of one order. */
const MUCH = { sku: 'HAM-CL-16H', quantity: 60 };
const TOO_MUCH = { sku: 'SAW-HA-550', quantity: 48 };
/** What he asks a price for. */
const ASKED = { sku: 'SPA-CO-13', quantity: 2_000 };
const OFFERED = { sku: 'HAM-CL-16H', quantity: 240, unitPrice: 9.9 };
const BOUGHT = { sku: 'SAW-HA-550', quantity: 24, unitPrice: 14.8 };
const WHERE = { name: 'Bob Baker', address: 'Havnegata 1, 6770 Nordfjordeid', phone: '+47 57 86 00 00', country: 'NO' };

/** Who does what, and with which tools. */
interface Stage {
  /** Each act is a transaction of its own, as those of people are: what came later is later. */
  act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  shop: Shop;
  bob: Caller;
  carol: Caller;
  ada: Caller;
  toolIds: Map<string, string>;
}

/**
 * What the demo's company has asked, been offered and ordered: an order that waits for its approver, one that she rejected, and a
 * quote of each state. They are made by the rules that people's own go through.
 */
export async function seedQuotes(database: Database, shop: Shop): Promise<void> {
  const stage = await stageOf(database, shop);
  if (!stage) return;
  await seedOrdersOfCompany(stage);
  await seedQuotesOfCompany(stage);
}

/** @returns undefined where the demo's company, people or tools are not there */
async function stageOf(database: Database, shop: Shop): Promise<Stage | undefined> {
  const { db } = database;
  const { rows: tools } = await db.execute<{ id: string; sku: string }>(
    sql`select id, sku from tools where removed_at is null and sku in (${MUCH.sku}, ${TOO_MUCH.sku}, ${ASKED.sku})
      and exists (select from companies where id = ${DEMO_COMPANY})`,
  );
  const [bob, carol, ada] = [await demoPerson(db, 'bob'), await demoPerson(db, 'carol'), await demoPerson(db, 'ada')];
  if (!bob || !carol || !ada || tools.length < 3) return undefined;
  const act: Stage['act'] = (work) => transaction(database, work);
  return { act, shop, bob, carol, ada, toolIds: new Map(tools.map(({ id, sku }) => [sku, id])) };
}

async function demoPerson(db: Db, name: string): Promise<Caller | undefined> {
  const [person] = await db
    .select()
    .from(users)
    .where(eq(users.email, `${name}@tradebench.test`));
  return person && { ...person, userId: person.id, role: roleOf(person.role), sessionId: '' };
}

/** One waits for whoever looks at the demo; of the other its approver has said what she thinks. */
async function seedOrdersOfCompany({ act, shop, bob, carol, toolIds }: Stage): Promise<void> {
  const order = ({ sku, quantity }: typeof MUCH, more: Partial<NewOrder>) =>
    act(async (tx) => {
      const lines = [{ toolId: toolIds.get(sku)!, quantity }];
      const wanted = { ...WHERE, ...more, companyId: DEMO_COMPANY, lines };
      return (await placeOrder(tx, bob, wanted, placing(shop, shop.holdMs))).order._id;
    });
  const rejected = await order(TOO_MUCH, { costCentre: 'VAN' });
  const decision = { decision: 'reject', note: 'Ask them for a price first, please.' } as const;
  await act((tx) => decideOrder(tx, carol, rejected, decision));
  await order(MUCH, { costCentre: 'SITE-4', purchaseOrder: 'PO-4711', note: 'For the formwork crew' });
}

async function seedQuotesOfCompany({ act, shop, bob, ada, toolIds }: Stage): Promise<void> {
  const { terms, settings } = shop;
  const ask = ({ sku, quantity }: typeof ASKED, message: string) =>
    act(async (tx) => {
      const lines = [{ toolId: toolIds.get(sku)!, quantity }];
      return (await askQuote(tx, bob, { lines, companyId: DEMO_COMPANY, message, country: 'NO' }, terms)).id;
    });
  const validUntil = dayPlus(dayOf(new Date(), settings.timeZone), GOOD_FOR_DAYS);
  const offer = (id: string, { sku, quantity, unitPrice }: typeof OFFERED, note: string) =>
    act((tx) => {
      const lines = [{ toolId: toolIds.get(sku)!, quantity, unitPrice }];
      return offerVersion(tx, ada, id, { lines, freight: FREIGHT, validUntil, note }, terms);
    });
  const withdrawn = await ask({ ...OFFERED, quantity: 20_000 }, 'And for the whole region?');
  await act((tx) => withdrawQuote(tx, ada, withdrawn));
  const declined = await ask(BOUGHT, 'We need two dozen.');
  await offer(declined, { ...BOUGHT, unitPrice: 16.5 }, '');
  await act((tx) => declineQuote(tx, bob, declined, 'We pay 15.50 by our list already.'));
  const ordered = await ask(BOUGHT, 'Two dozen again: our list has 15.50. What can you do?');
  await offer(ordered, BOUGHT, 'We had not looked at your list.');
  const price = BOUGHT.quantity * BOUGHT.unitPrice + FREIGHT;
  const holdMs = settings.transferHoldDays * DAY_MS;
  const acceptance = { ...WHERE, version: 1, price, pay: 'transfer' } as const;
  await act((tx) => acceptQuote(tx, bob, ordered, acceptance, placing(shop, holdMs)));
  const offered = await ask(OFFERED, 'A pallet of them, please.');
  await offer(offered, { ...OFFERED, unitPrice: 10.2 }, '');
  await act((tx) => sayAtQuote(tx, bob, offered, { text: 'Could it be below 10?', prices: [] }));
  await offer(offered, OFFERED, 'Below 10, if you take them at once.');
  const expired = await ask(OFFERED, 'What would a pallet of hammers cost?');
  await act((tx) => makeExpired(tx, expired, offered));
  await ask(ASKED, 'For all of our vans. By May?');
}

/** Offers what another quote was offered at first, a month ago and until some days ago: nobody can do that now. */
async function makeExpired(tx: Tx, id: string, like: string): Promise<void> {
  await tx.execute(sql`
    insert into quote_versions (quote_id, version, lines, freight_cents, tax_cents, total_cents, tax_name, tax_note,
      valid_until, created_at)
    select ${id}, 1, lines, freight_cents, tax_cents, total_cents, tax_name, tax_note, shop_today() - 5,
      now() - interval '30 days'
    from quote_versions where quote_id = ${like} and version = 1`);
  await tx.execute(sql`
    update quotes set state = 'offered', version = 1, valid_until = shop_today() - 5,
      created_at = now() - interval '31 days'
    where id = ${id}`);
  await tx.execute(sql`update quote_messages set created_at = now() - interval '31 days' where quote_id = ${id}`);
}

function placing({ terms }: Shop, holdMs: number) {
  return { idempotencyKey: undefined, rateLimits: false, shop: terms, holdMs };
}
