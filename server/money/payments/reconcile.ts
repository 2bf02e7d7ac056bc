import { wrongInAccounts } from './wrong-in-accounts.ts';
import { centsToMoney, DEFAULT_CURRENCY, formatMoney } from '#contract/money.ts';
import type { Database, RawQuery } from '#server/engine/db/client.ts';
import type { Provider } from './provider.ts';

/** One thing that orders, ledger and provider do not agree about, in a sentence that names it. */
export interface Difference {
  order: string | null;
  paymentIntent: string | null;
  what: string;
}

interface Reconciliation {
  /** What the books are in. */
  currency: string;
  orders: number;
  charges: number;
  /** Cents that came in, and that went back, by the ledger. */
  chargedCents: number;
  refundedCents: number;
  /** Refunds that are still on their way, which is no difference. */
  refundsDue: number;
  differences: Difference[];
}

/** The provider dates things by its own clock. */
const CLOCK_SLACK_MS = 3_600_000;
/** Any number, as long as all of the shop's processes agree on it. */
const RECONCILE_LOCK = 7_421_907;

/** Explains every cent: holds orders against the ledger and the ledger against the provider. Changes nothing. */
export async function reconcile(database: Pick<Database, 'withLock'>, provider: Provider): Promise<Reconciliation> {
  let result: Reconciliation | undefined;
  // The lock's own connection gives no statement up for its time: the books of years are longer than what a request reads.
  await database.withLock(RECONCILE_LOCK, async (_exec, query) => {
    result = await explain(query, provider);
  });
  return result!;
}

async function explain(query: RawQuery, provider: Provider): Promise<Reconciliation> {
  const [totals] = await query<
    Omit<Reconciliation, 'differences' | 'currency'> & { since: Date | null; currency: string | null }
  >(
    `select (select count(*)::int from orders) as orders,
       count(*) filter (where kind = 'charge' or is_card)::int as charges,
       coalesce(sum(amount_cents) filter (where kind in ('charge', 'charge_undone') or is_card),
         0)::float8 as "chargedCents",
       coalesce(-sum(amount_cents) filter (where kind in ('refund', 'refund_failed')), 0)::float8 as "refundedCents",
       (select count(*)::int from refunds where state = 'due') as "refundsDue",
       least((select min(created_at) from payment_intents), (select min(created_at) from firm_intents)) as since,
       (select value ->> 'currency' from settings) as currency
     from (select *, kind = 'payment' and method = 'card' as is_card from ledger) entry`,
  );
  const { since, currency: chosen, ...counts } = totals!;
  const currency = chosen ?? DEFAULT_CURRENCY;
  const money = writtenIn(currency);
  const differences = [
    ...(await ordersAgainstLedger(query, money)),
    ...(await wrongInAccounts(query)).map((what) => ({ order: null, paymentIntent: null, what })),
    ...(since ? await ledgerAgainstProvider(query, money, provider, new Date(since.getTime() - CLOCK_SLACK_MS)) : []),
  ];
  return { ...counts, currency, differences };
}

/** Each statement finds what must not be there; `facts` go into the sentence. */
const CHECKS: { find: string; say: (facts: Record<string, number | string>, money: MoneyWriter) => string }[] = [
  {
    find: `select o.id as "order", o.transaction_id as intent, o.total_cents - o.credited_cents as total,
      coalesce(sum(p.amount_cents), 0)::int as charged
      from orders o left join ledger p on p.payment_intent_id = o.transaction_id and p.kind in ('charge', 'charge_undone')
      where o.state = 'paid' and not exists (select from ledger where order_id = o.id and company_id is not null)
      group by o.id having coalesce(sum(p.amount_cents), 0) < o.total_cents - o.credited_cents
        or (o.paid_by = 'card' and coalesce(sum(p.amount_cents), 0) > o.total_cents - o.credited_cents)`,
    say: ({ total, charged }, money) => `the order says ${money(total)} was paid, the ledger ${money(charged)}`,
  },
  {
    find: `select o.id as "order", o.transaction_id as intent, o.refunded_cents - o.credited_cents as shown,
        coalesce(-sum(p.amount_cents) filter (where p.kind in ('refund', 'refund_failed')), 0)::int as booked
      from orders o left join ledger p on p.payment_intent_id = o.transaction_id
      where o.state = 'paid' and o.paid_by <> 'account' group by o.id
      having coalesce(-sum(p.amount_cents) filter (where p.kind in ('refund', 'refund_failed')), 0)
        <> o.refunded_cents - o.credited_cents`,
    say: ({ shown, booked }, money) => `the order shows ${money(shown)} refunded, the ledger ${money(booked)}`,
  },
  {
    find: `select p.order_id as "order", p.payment_intent_id as intent, sum(p.amount_cents)::int as kept
      from ledger p join orders o on o.id = p.order_id
      where p.company_id is null and p.method = 'card' and o.transaction_id is distinct from p.payment_intent_id
        and not exists (select 1 from refunds r where r.payment_intent_id = p.payment_intent_id and r.state = 'due')
      group by p.order_id, p.payment_intent_id having sum(p.amount_cents) <> 0`,
    say: ({ kept }, money) => `${money(kept)} came for an order that it did not pay, and no refund is on its way`,
  },
  {
    find: `select min(order_id) as "order", payment_intent_id as intent, sum(amount_cents)::int as kept
      from ledger where payment_intent_id is not null group by payment_intent_id having sum(amount_cents) < 0`,
    say: ({ kept }, money) => `${money(-Number(kept))} more went back than came in`,
  },
  {
    find: `select p.order_id as "order", p.payment_intent_id as intent, p.amount_cents as charged,
      coalesce(b.amount_cents, 0) as told
      from ledger p left join bank_payments b on b.id = p.reference
      where p.kind = 'charge' and p.method = 'transfer'
        and p.amount_cents is distinct from b.amount_cents`,
    say: ({ charged, told }, money) =>
      `the ledger has ${money(charged)} by bank transfer, the record of it ${money(told)}`,
  },
];

/** What orders say otherwise than the ledger. */
export async function ordersAgainstLedger(query: RawQuery, money: MoneyWriter): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const { find, say } of CHECKS) {
    const rows = await query<{ order: string; intent: string } & Record<string, number | string>>(find);
    found.push(...rows.map((row) => ({ order: row.order, paymentIntent: row.intent, what: say(row, money) })));
  }
  return found;
}

interface BookedOrder {
  order: string;
  charged: number;
  refunded: number;
  /** Whether the provider has told of it too. */
  seen?: boolean;
}

async function ledgerAgainstProvider(
  query: RawQuery,
  money: MoneyWriter,
  provider: Provider,
  since: Date,
): Promise<Difference[]> {
  const rows = await query<BookedOrder & { intent: string }>(
    `select payment_intent_id as intent, min(order_id) as "order",
       coalesce(sum(amount_cents) filter (where kind in ('charge', 'payment')), 0)::int as charged,
       coalesce(-sum(amount_cents) filter (where kind not in ('charge', 'payment')), 0)::int as refunded
     from ledger where method = 'card' group by payment_intent_id`,
  );
  const booked = new Map(rows.map(({ intent, ...row }) => [intent, row]));
  const differences: Difference[] = [];
  const differ = (order: string | null, paymentIntent: string, what: string) =>
    differences.push({ order, paymentIntent, what });

  for await (const intent of provider.listIntents(since)) {
    const ours = booked.get(intent.id);
    if (ours) ours.seen = true;
    // Other payments of the same account are not the shop's.
    if (!ours && intent.orderId === null) continue;
    const charged = ours?.charged ?? 0;
    if (intent.receivedCents !== charged) {
      const what = `the provider received ${money(intent.receivedCents)} (${intent.status}), the ledger has ${money(charged)}`;
      differ(intent.orderId ?? ours?.order ?? null, intent.id, what);
    }
  }
  const refunded = new Map<string, number>();
  for await (const { paymentIntentId: id, status, amountCents } of provider.listRefundsSince(since)) {
    if (id === null || status === 'failed' || status === 'canceled') continue;
    refunded.set(id, (refunded.get(id) ?? 0) + amountCents);
  }
  for (const [id, ours] of booked) {
    if (!ours.seen) differ(ours.order, id, `the ledger has ${money(ours.charged)}, the provider does not know it`);
    const theirs = refunded.get(id) ?? 0;
    if (theirs !== ours.refunded) {
      differ(ours.order, id, `the provider gave back ${money(theirs)}, the ledger has ${money(ours.refunded)}`);
    }
  }
  return differences;
}

/** Cents as the books write them. */
type MoneyWriter = (cents: number | string | undefined) => string;

function writtenIn(currency: string): MoneyWriter {
  return (cents) => formatMoney(centsToMoney(Number(cents)), currency);
}

/** The result as lines for a person at the command line. */
export function describeReconciliation(result: Reconciliation): string[] {
  const { currency, orders, charges, chargedCents, refundedCents, refundsDue, differences } = result;
  const money = writtenIn(currency);
  return [
    `${orders} orders, ${charges} payments: ${money(chargedCents)} came in, ${money(refundedCents)} went back.`,
    ...(refundsDue > 0 ? [`${refundsDue} ${refundsDue === 1 ? 'refund is' : 'refunds are'} on the way.`] : []),
    ...differences.map(
      ({ order, paymentIntent, what }) => `order ${order ?? '–'}, payment ${paymentIntent ?? '–'}: ${what}`,
    ),
    differences.length === 0
      ? 'Orders, ledger and provider agree.'
      : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}.`,
  ];
}
