import { createHmac } from 'node:crypto';
import { type Arena, openArena } from './arena.ts';
import { missingPieces, unexplainedCharges, unpaidPaidOrders, untilAtRest } from './books.ts';
import type { Buyer } from './buyer.ts';
import { publish } from './proof.ts';
import { WEBHOOK_SECRET } from './provider-host.ts';
import { pause, type Random, random } from './random.ts';

const ORDERS = 200;
const AT_ONCE = 10;
/** The steps of one order fall within this time. */
const MOMENTS_MS = 700;
/** Longer than the sweep needs to find what nobody told (contract, Payment: a minute). */
const REST_WITHIN_MS = 90_000;
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeDeclined'];

/** F6: random orders of pay, tell, webhook ×3 and delete, with faults of the provider, against two processes. */
export async function provePay(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(AT_ONCE, chance.pick);
  const { database, provider } = arena;
  try {
    const began = Date.now();
    const tally = new Tally();
    let left = ORDERS;
    await Promise.all(
      arena.buyers.map(async (buyer) => {
        while (left-- > 0) await oneOrder({ ...arena, buyer, chance, tally });
      }),
    );
    const played = Date.now();
    await provider.sandbox.faults.clear();
    const atRest = await untilAtRest(database, provider.database, REST_WITHIN_MS);
    const rested = Date.now();

    const states = await database.raw<{ state: string; count: number }>(
      'select state, count(*)::int as count from orders group by 1 order by 1',
    );
    const [money] = await provider.database.raw<{ charges: number; refunds: number }>(
      `select count(*) filter (where kind = 'charge' and data ->> 'status' = 'succeeded')::int as charges,
         count(*) filter (where kind = 'refund')::int as refunds from sandbox_stripe.objects`,
    );
    const orphans = await database.raw<{ id: string }>(
      `select p.payment_intent_id as id from ledger p join orders o on o.id = p.order_id
       where p.kind = 'charge' and o.transaction_id is distinct from p.payment_intent_id`,
    );
    const both = await database.raw<{ id: string }>(
      `select id from orders where (state = 'paid') = (closed_at is not null or transaction_id is null)
       and state <> 'unpaid'`,
    );
    const missing = await missingPieces(database, arena.toolIds);
    return publish({
      name: 'pay',
      title: 'F6: payments in random order',
      how: `Two processes of the built shop, one provider (the sandbox over HTTP, with its own database), ${AT_ONCE} buyers at once. Each order is paid, told of (PATCH) up to three times, heard of (webhook, three more times with its own id) and deleted at random moments, while the provider fails, delays, cuts connections, and loses, doubles or reorders webhooks. Random seed ${randomSeed}.`,
      measurements: [
        ['orders', states.map(({ state, count }) => `${count} ${state}`).join(', ')],
        ['charges at the provider', money!.charges],
        ['charges for orders that they did not pay', orphans.length],
        ['refunds', money!.refunds],
        ['faults of the provider, webhooks’ fates included', tally.faults],
        ['answers to buyers', tally.answers()],
        ['time of the play, until all was at rest', `${seconds(played - began)}, ${seconds(rested - played)}`],
      ],
      promises: [
        ['all at rest within 90 s', atRest ? [] : ['something is still under way']],
        ['an order is paid or deleted, never both', both.map(({ id }) => id)],
        ['every charge is kept for one paid order or went back', await unexplainedCharges(database, provider.database)],
        ['every paid order was paid in full, once', await unpaidPaidOrders(database, provider.database)],
        [
          'refunds are the orphan charges',
          money!.refunds === orphans.length ? [] : [`${money!.refunds} refunds, ${orphans.length} orphans`],
        ],
        ['stock at the start = left + unpaid + paid', missing === 0 ? [] : [`${missing} pieces missing`]],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
        ['no answer but the contract’s (5xx other than 503)', tally.unexpected],
      ],
    });
  } finally {
    await arena.close();
  }
}

interface Play extends Pick<Arena, 'provider' | 'toolId' | 'shops'> {
  buyer: Buyer;
  chance: Random;
  tally: Tally;
}

/** One order's life, its steps beside each other at random moments. */
async function oneOrder(play: Play): Promise<void> {
  const { buyer, chance, provider, tally, toolId } = play;
  const call = async (step: string, ...args: Parameters<Buyer['call']>) => {
    const answer = await buyer.call(...args);
    tally.count(step, answer);
    return answer;
  };
  const order = await call('order', 'POST', '/order', {
    name: 'Buyer',
    address: '1 Dock Road',
    phone: '555',
    toolId,
    quantity: 1 + chance.below(20),
  });
  const id = String(order.body['_id']);
  if (order.status !== 201) return;
  await inject(play);
  let secret = '';
  for (let tries = 0; tries < 5 && !secret; tries++) {
    const intent = await call('intent', 'POST', '/create-payment-intent', { order: id });
    if (intent.status === 200) secret = String(intent.body['clientSecret']);
  }
  const later = async (step: () => Promise<unknown>) => {
    await pause(chance.below(MOMENTS_MS));
    await step();
  };
  const transactionId = secret.split('_secret_')[0]!;
  const steps: Promise<unknown>[] = [];
  if (secret) {
    steps.push(
      later(async () => {
        await inject(play);
        let status = await provider.pay(secret, chance.pick(CARDS)).catch(() => 'lost');
        if (status !== 'succeeded' && chance.chance(0.8))
          status = await provider.pay(secret, 'pm_card_visa').catch(() => 'lost');
        if (chance.chance(0.5)) await sendAgain(play, transactionId);
      }),
    );
    for (let times = chance.below(4); times > 0; times--) {
      steps.push(later(() => call('tell', 'PATCH', `/order/${id}`, { order: id, transactionId })));
    }
  }
  if (chance.chance(0.45)) steps.push(later(() => call('delete', 'DELETE', `/order/${id}`)));
  await Promise.all(steps);
}

/** The same event three more times, to either process, signed anew as the provider does when it repeats itself. */
async function sendAgain({ provider, shops, chance, tally }: Play, intent: string): Promise<void> {
  const [event] = await provider.database.raw<{ data: object }>(
    `select data from sandbox_stripe.objects where kind = 'event' and data ->> 'type' = 'payment_intent.succeeded'
     and data -> 'data' -> 'object' ->> 'id' = $1`,
    [intent],
  );
  if (!event) return;
  const body = JSON.stringify(event.data);
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const seconds = Math.floor(Date.now() / 1000);
      const mac = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
      const answer = await fetch(`${chance.pick(shops).url}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${mac}` },
        body,
      });
      tally.count('webhook', { status: answer.status, body: {} });
    }),
  );
}

/** Something for the provider to go wrong with, now and then. */
async function inject({ chance, provider, tally }: Play): Promise<void> {
  if (!chance.chance(0.4)) return;
  tally.faults++;
  const { faults } = provider.sandbox;
  switch (chance.below(5)) {
    case 0:
      return faults.add({ kind: 'status', status: chance.pick([500, 503, 429]), path: '/v1/payment_intents*' });
    case 1:
      return faults.add({ kind: 'delay', ms: chance.below(600), when: chance.pick(['before', 'after']) });
    case 2:
      return faults.add({ kind: 'cut', path: chance.pick(['/v1/payment_intents*', '/v1/refunds']) });
    default:
      return faults.add({ kind: 'webhook', fate: chance.pick(['lost', 'doubled', 'reordered']) });
  }
}

/** What buyers were answered. */
class Tally {
  faults = 0;
  readonly unexpected: string[] = [];
  readonly #counts = new Map<string, number>();

  count(step: string, { status, body }: { status: number; body: Record<string, unknown> }): void {
    this.#counts.set(`${step} ${status}`, (this.#counts.get(`${step} ${status}`) ?? 0) + 1);
    if (status === 0 || (status >= 500 && status !== 503))
      this.unexpected.push(`${step} ${status} ${JSON.stringify(body)}`);
  }

  answers(): string {
    return [...this.#counts]
      .toSorted()
      .map(([answer, count]) => `${count} × ${answer}`)
      .join(', ');
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
