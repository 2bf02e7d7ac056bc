import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import type { Settings } from '#contract/office/settings.ts';
import { leftOfEntry } from '#server/buying/ledger/left-to-pay.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { type Arena, openArena } from './arena.ts';
import type { Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { pause, type Random, random } from './random.ts';
import { DOWN_MS, killProcesses, loseDatabase, type Met, persist } from './storm.ts';

const BUYERS = 64;
const BOOKKEEPERS = 6;
const LIMIT_CENTS = 20_000;
const PIECES = 4;
const PEACE_MS = 15_000;
const KILLS = 8;
/** Of a company, so many invoices are paid by one card at most. */
const MOST_BY_CARD = 4;
/** Longer than the sweep needs to find card payments that nobody told of (contract, Payment: a minute). */
const REST_WITHIN_MS = 120_000;
const SNAPSHOT_MS = 100;

/** Of `strict` payments are never taken back: what it owes never rises but by an order. */
interface Companies {
  strict: string;
  loose: string;
}

interface Play extends Met {
  arena: Arena;
  chance: Random;
  companies: Companies;
  over: boolean;
  counted: Record<
    | 'placed'
    | 'shipped'
    | 'refused'
    | 'payments'
    | 'reversals'
    | 'cards'
    | 'credits'
    | 'spent'
    | 'writtenOff'
    | 'snapshots',
    number
  >;
  /** Orders that a buyer was told of, with what was ordered. */
  told: Map<string, { toolId: string }>;
  wrong: string[];
  beyond: string[];
}

/**
 * Two companies whose people race for credit while money comes, some of it by cards that pay several invoices, is taken back and
 * credited: in peace, under kills, under lost databases.
 * @param kills how often a process is killed, and half as often the database is lost
 * @param invoicing how the orders are invoiced
 */
export async function proveCredit(
  kills = KILLS,
  invoicing: Settings['invoicing'] = 'order',
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const lostDatabases = Math.ceil(kills / 2);
  const arena = await openArena(BUYERS, chance.pick, { durable: true });
  const { database, shops } = arena;
  try {
    const companies = await twoCompanies(arena);
    if (invoicing === 'delivery') await invoiceByDelivery(arena);
    const counted = {
      placed: 0,
      shipped: 0,
      refused: 0,
      payments: 0,
      reversals: 0,
      cards: 0,
      credits: 0,
      spent: 0,
      writtenOff: 0,
      snapshots: 0,
    };
    const play: Play = {
      arena,
      chance,
      companies,
      over: false,
      counted,
      lost: 0,
      told: new Map(),
      unexpected: [],
      wrong: [],
      beyond: [],
    };
    const until = async (act: () => Promise<void>) => {
      while (!play.over) await act();
    };
    const acting = [
      ...arena.buyers.map((buyer, index) =>
        until(() => order(play, buyer, index % 2 === 0 ? companies.strict : companies.loose)),
      ),
      ...Array.from({ length: BOOKKEEPERS }, () => until(() => keepBooks(play))),
      until(() => look(play)),
    ];
    await pause(PEACE_MS);
    await killProcesses(arena, chance, kills);
    await loseDatabase(arena, chance, lostDatabases);
    play.over = true;
    await Promise.all(acting);
    const unheard = await cardsAtRest(arena);
    const there = new Set((await database.raw<{ id: string }>('select id from orders')).map(({ id }) => id));
    return publish({
      name: invoicing === 'order' ? 'credit' : 'credit-by-delivery',
      title: `Accounts of companies in a storm${invoicing === 'order' ? '' : ', invoiced with each shipment'}`,
      how: `Two processes of the built shop, PostgreSQL with fsync, ${BUYERS} buyers of two companies that may owe ${LIMIT_CENTS / 100} each, who order on account without a pause while ${BOOKKEEPERS} bookkeepers record payments in parts and too much, take some back, give up what is owed and take that back, ship orders in parts, close their rests, credit orders by an amount or whole, use up credit and pay up to ${MOST_BY_CARD} invoices with one card, of which a third is told by nobody but the provider. ${PEACE_MS / 1000} s in peace, then ${kills} times a process or both are killed (SIGKILL), then ${lostDatabases} times PostgreSQL is stopped at once and stays away for ${DOWN_MS / 1000} s. What must hold is asked every ${SNAPSHOT_MS} ms. Random seed ${randomSeed}.`,
      measurements: [
        [
          'orders on account, refused for the limit, shipments',
          `${counted.placed}, ${counted.refused}, ${counted.shipped}`,
        ],
        [
          'payments, taken back, by card for several invoices',
          `${counted.payments}, ${counted.reversals}, ${counted.cards}`,
        ],
        ['credit notes, credit used up, given up', `${counted.credits}, ${counted.spent}, ${counted.writtenOff}`],
        ['answers lost or 503, tried again', play.lost],
        ['snapshots', counted.snapshots],
      ],
      promises: [
        [
          'in every snapshot, and at the end, entries are what is open less credit, nothing is over-settled, and no company has more credit than came',
          [...play.wrong, ...(await wrongInAccounts(database.raw))],
        ],
        ['in every snapshot, the company whose payments stand owes no more than its limit', play.beyond],
        ['every card payment is one entry, to the cent, within two minutes', unheard],
        ['every acknowledged order is there', [...play.told.keys()].filter((id) => !there.has(id))],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
        ['no answer but the contract’s', play.unexpected],
      ],
    });
  } finally {
    await arena.close();
    // A kill may have come between the start of a process and its end.
    for (const shop of shops) await shop.kill();
  }
}

/** Orders on account get an invoice with each shipment. */
async function invoiceByDelivery({ admin }: Arena): Promise<void> {
  const now = (await admin.call('GET', '/settings')).body;
  const answer = await admin.call('PUT', '/settings', { ...now, invoicing: 'delivery' });
  if (answer.status !== 200) throw new Error(`The shop cannot be set up: ${JSON.stringify(answer.body)}`);
}

/** Half of the buyers belong to each. */
async function twoCompanies({ admin, database }: Arena): Promise<Companies> {
  const open = async (name: string, half: number) => {
    const invoiceAddress = { street: 'Havnegata 1', postalCode: '6770', town: 'Nordfjordeid', country: 'NO' };
    const made = await admin.call('POST', '/company', { name, invoiceAddress, manager: 'ada@tradebench.test' });
    const id = String(made.body['_id']);
    if (made.status !== 201) throw new Error(`There is no company: ${JSON.stringify(made.body)}`);
    await database.raw(
      `update companies set status = 'active', terms_days = 30, credit_limit_cents = ${LIMIT_CENTS} where id = $1`,
      [id],
    );
    await database.raw(
      `insert into company_members (company_id, user_id, role) select $1, id, 'buyer' from users
       where email like 'buyer%@buyers.test' and substring(email from '\\d+')::int % 2 = $2`,
      [id, half],
    );
    return id;
  };
  return { strict: await open('Strict', 0), loose: await open('Loose', 1) };
}

async function order(play: Play, buyer: Buyer, companyId: string): Promise<void> {
  const { chance, arena, counted } = play;
  const toolId = chance.pick(arena.toolIds);
  const body = {
    name: 'B',
    address: '1 Dock Road',
    phone: '5',
    companyId,
    pay: 'account',
    toolId,
    quantity: 1 + chance.below(PIECES),
  };
  const key = randomUUID();
  const answer = await persist(play, buyer, [201, 409], 'POST', '/order', body, { 'idempotency-key': key });
  const code = answer?.body['code'];
  if (answer?.status === 201) {
    counted.placed++;
    play.told.set(String(answer.body['_id']), { toolId });
  } else if (code === 'CREDIT_LIMIT') {
    counted.refused++;
    await pause(chance.below(800));
  } else if (answer) play.unexpected.push(`order: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** One act of a bookkeeper: a payment, perhaps taken back, a card, a credit note, or credit that is used up. */
async function keepBooks(play: Play): Promise<void> {
  const { chance, arena, counted, companies } = play;
  const { admin } = arena;
  const companyId = chance.chance(0.5) ? companies.strict : companies.loose;
  const act = chance.next();
  if (act < 0.1) return shipOrder(play);
  if (act < 0.2) return creditOrder(play);
  if (act < 0.4) return payByCard(play, companyId);
  if (act < 0.45) {
    if (await persist(play, admin, [200], 'POST', `/company/${companyId}/credit`)) counted.spent++;
    return;
  }
  if (act < 0.55) return giveUp(play, companyId);
  const body = { amount: 1 + chance.below(150), date: dayOf(new Date(), 'UTC'), reference: 'SEPA' };
  const headers = { 'idempotency-key': randomUUID() };
  const paid = await persist(play, admin, [201], 'POST', `/company/${companyId}/payment`, body, headers);
  if (paid) counted.payments++;
  if (!paid || companyId === companies.strict || chance.chance(0.7)) return;
  const path = `/company/${companyId}/payment/${String(paid.body['_id'])}/reverse`;
  // 409 is how it looks whose first answer was lost.
  if (await persist(play, admin, [200, 409], 'POST', path, { reason: 'Wrong' })) counted.reversals++;
}

async function creditOrder(play: Play): Promise<void> {
  const { chance, arena, counted } = play;
  const orderId = chance.pick([...play.told.keys()]);
  if (orderId === undefined) return;
  const body = chance.chance(0.3) ? { all: true, reason: 'Bent' } : { amount: 1 + chance.below(10), reason: 'Bent' };
  const headers = { 'idempotency-key': randomUUID() };
  const credited = await persist(play, arena.admin, [201, 422], 'POST', `/order/${orderId}/refund`, body, headers);
  if (credited?.status === 201) counted.credits++;
}

/** Ships a piece of an order or all that is left, which brings an invoice; or closes its rest. */
async function shipOrder(play: Play): Promise<void> {
  const { chance, arena, counted, told } = play;
  const orderId = chance.pick([...told.keys()]);
  if (orderId === undefined) return;
  // 409: nothing of it is left.
  if (chance.chance(0.1)) {
    await persist(play, arena.admin, [200, 409], 'POST', `/order/${orderId}/close`, { reason: 'Not made any more' });
    return;
  }
  const toolId = told.get(orderId)!.toolId;
  const body = { carrier: 'Van', ...(chance.chance(0.6) ? { lines: [{ toolId, quantity: 1 }] } : {}) };
  const headers = { 'idempotency-key': randomUUID() };
  const shipped = await persist(play, arena.admin, [201, 409], 'POST', `/order/${orderId}/shipment`, body, headers);
  if (shipped?.status === 201) counted.shipped++;
}

/** Gives up some or all of what is open of an invoice, and perhaps takes that back. */
async function giveUp(play: Play, companyId: string): Promise<void> {
  const { chance, arena, counted } = play;
  const { admin } = arena;
  const path = `/company/${companyId}`;
  const entries: unknown = (await persist(play, admin, [200], 'GET', `${path}/entries?open=true&limit=100`))?.body;
  const all = Array.isArray(entries) ? (entries as { document: string; open: number }[]) : [];
  const invoice = chance.pick(all);
  if (invoice === undefined) return;
  const amount = chance.chance(0.5) ? invoice.open : Math.max(0.01, Math.floor(invoice.open / 2));
  const body = { invoiceNumber: invoice.document, amount, reason: 'Bankrupt' };
  // 422: others settled it meanwhile, or the answer to a first try was lost.
  const given = await persist(play, admin, [201, 422], 'POST', `${path}/write-off`, body);
  if (given?.status !== 201) return;
  counted.writtenOff++;
  // What the strict company owes never rises but by an order.
  if (companyId === play.companies.strict || chance.chance(0.5)) return;
  // 409: a credit note took it back meanwhile.
  await persist(play, admin, [200, 409], 'POST', `${path}/payment/${String(given.body['_id'])}/reverse`, {
    reason: 'Paid after all',
  });
}

/** Who manages both companies pays some of what one owes with one card, and the browser tells of it or not. */
async function payByCard(play: Play, companyId: string): Promise<void> {
  const { chance, arena, counted } = play;
  const { admin, provider } = arena;
  const path = `/company/${companyId}`;
  const open = await persist(play, admin, [200], 'GET', `${path}/entries?open=true&limit=100`);
  const entries: unknown = open?.body;
  const all = Array.isArray(entries) ? entries.map(({ document }: { document: string }) => document) : [];
  if (all.length === 0) return;
  const from = chance.below(all.length);
  const invoices = all.slice(from, from + 1 + chance.below(MOST_BY_CARD));
  // 409: another paid one of them meanwhile.
  const begun = await persist(play, admin, [200, 409], 'POST', `${path}/payment-intent`, { invoices });
  if (begun?.status !== 200) return;
  const secret = String(begun.body['clientSecret']);
  await provider.pay(secret, 'pm_card_visa').catch(() => 'lost');
  counted.cards++;
  if (chance.chance(1 / 3)) return;
  const transactionId = secret.split('_secret_')[0];
  // 402: another tab's payment of one of them cancelled this one.
  await persist(play, admin, [200, 402, 409], 'PATCH', `${path}/payment`, { transactionId });
}

/** Waits until the shop knows of every card that paid for a company. @returns what is not one entry of that sum */
async function cardsAtRest({ database, provider }: Arena): Promise<string[]> {
  const deadline = Date.now() + REST_WITHIN_MS;
  for (;;) {
    const paid = await provider.database.raw<{ id: string; cents: number }>(
      `select id, (data ->> 'amount_received')::int as cents from sandbox_stripe.objects
       where kind = 'payment_intent' and data -> 'metadata' ->> 'company' is not null
       and (data ->> 'amount_received')::int > 0`,
    );
    const entered = await database.raw<{ id: string; cents: number; count: number }>(
      `select payment_intent_id as id, sum(amount_cents)::float8 as cents, count(*)::int as count from ledger
       where kind = 'payment' and payment_intent_id is not null group by 1`,
    );
    const known = new Map(entered.map((row) => [row.id, row]));
    const wrong = paid.flatMap(({ id, cents }) => {
      const entry = known.get(id);
      return entry?.count === 1 && entry.cents === cents ? [] : [`${id}: ${cents} cents, ${entry?.count ?? 0} entries`];
    });
    if (wrong.length === 0 || Date.now() > deadline) return wrong;
    await pause(500);
  }
}

/** Asks what must hold again and again; a database that is away is asked again later. */
async function look(play: Play): Promise<void> {
  const { database } = play.arena;
  const wrong = await wrongInAccounts(database.raw).catch(() => null);
  const [owed] = await database
    .raw<{ cents: number }>(
      `select (select coalesce(sum(${leftOfEntry('l')}), 0) from ledger l where company_id = $1 and kind in ('invoice', 'fee'))::float8
        + (select coalesce(sum(to_invoice_cents), 0) from orders where company_id = $1 and state = 'open')::float8 as cents`,
      [play.companies.strict],
    )
    .catch(() => []);
  if (wrong && owed) play.counted.snapshots++;
  play.wrong.push(...(wrong ?? []));
  if (owed && owed.cents > LIMIT_CENTS) play.beyond.push(`${owed.cents / 100} owed of ${LIMIT_CENTS / 100}`);
  await pause(SNAPSHOT_MS);
}
