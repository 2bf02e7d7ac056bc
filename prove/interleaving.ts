import { openDatabase } from '#server/engine/db/open-database.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { placed } from '#server/buying/orders/placing-for-tests.ts';
import { eventOf, openPayments, type PaymentWorld, PRICE } from '#server/money/payments/payments-for-tests.ts';
import { editTool, getTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { gatedProvider, putFailpoints, withGate } from './failpoints.ts';

/** What happens to one order or to one of its tools. */
export const ACTIONS = ['order', 'delete', 'pay', 'webhook', 'expire', 'edit'] as const;
export type Action = (typeof ACTIONS)[number];

/** Pieces of each line. */
const QUANTITY = 4;
const STOCK = 100_000;
/** What the admin adds to the stock. */
const RESTOCK = 5;
const POLL_MS = 2;

/** Two processes of one shop over one database, in which one action can be stopped at any point while another happens. */
export interface Stage {
  /** Stops `first` before its statement number `point`, lets `second` happen as far as it can, and goes on. */
  interleave(first: Action, second: Action, point: number): Promise<Interleaved>;
  /** The two one after the other. */
  inTurn(first: Action, second: Action): Promise<string>;
  close(): Promise<void>;
}

interface Interleaved {
  /** Answers and what they left behind, as text that two equal endings share; answers by action, not by order. */
  ending: string;
  /** What is wrong whatever came first. */
  wrong: string[];
  /** Whether the first action got as far as the point. */
  reached: boolean;
  /** Where it was stopped. */
  at: string;
}

interface Scene {
  orderId: string;
  transactionId: string;
  moneyMoved: boolean;
  /** Pieces of each tool, in the order of `toolIds`, with the order's own taken. */
  stock: number[];
  actions: Record<Action, (world: PaymentWorld) => Promise<unknown>>;
}

/** @param lineCount how many tools each order takes; a rival's order takes the same ones in the reverse order */
export async function openStage(url: string, lineCount: number): Promise<Stage> {
  // Before the first connection, which keeps the query that it finds.
  const removePoints = putFailpoints();
  const here = await openPayments({ RATE_LIMITS: 'off' }, await openDatabase({ url }), gatedProvider);
  const there = await openPayments({ RATE_LIMITS: 'off' }, await openDatabase({ url }), gatedProvider);
  const { database } = here;
  const toolIds = Array.from({ length: lineCount }, () => newId());
  await database.db.insert(tools).values(
    toolIds.map((id, index) => ({
      id,
      name: `Tool ${index + 1}`,
      description: 'Forged.',
      image: '/pictures/hammer.webp',
      priceCents: PRICE,
      availableQuantity: STOCK,
      minOrderQuantity: 1,
    })),
  );
  const edited = toolIds[0]!;
  const orderOf = (ids: string[]) => ({
    name: 'Buyer',
    address: '1 Dock Road',
    phone: '555',
    lines: ids.map((toolId) => ({ toolId, quantity: QUANTITY })),
  });

  /** What is left of each tool. */
  async function stockNow(): Promise<number[]> {
    const rows = await database.raw<{ left: number }>(
      `select available_quantity::int as left from unnest($1::text[]) with ordinality as asked (id, at)
       join tools using (id) order by at`,
      [toolIds],
    );
    return rows.map(({ left }) => left);
  }

  /** A fresh order of alice, old enough to expire where that is played, and paid at the provider where money is. */
  async function scene(first: Action, second: Action): Promise<Scene> {
    const playing = new Set<Action>([first, second]);
    const order = await placed(database, here.alice, orderOf(toolIds));
    const orderId = order._id;
    const { clientSecret } = await here.payments.createIntent(here.alice, { order: orderId });
    const transactionId = clientSecret.split('_secret_')[0]!;
    const moneyMoved = playing.has('pay') || playing.has('webhook');
    if (moneyMoved) await here.pay(clientSecret);
    if (playing.has('expire')) await grow(orderId);
    const tool = await getTool(database.db, edited);
    const event = eventOf('payment_intent.succeeded', await here.stripe.paymentIntents.retrieve(transactionId));
    return {
      orderId,
      transactionId,
      moneyMoved,
      stock: await stockNow(),
      actions: {
        order: ({ database: own, bob }) => placed(own, bob, orderOf(toolIds.toReversed())),
        delete: (world) => world.deleted(here.alice, orderId),
        pay: ({ payments }) => payments.confirm(here.alice, orderId, { transactionId }),
        webhook: (world) => world.payments.receiveEvent(world.signed(event)),
        expire: ({ payments }) => payments.runOnce(new Date()),
        edit: ({ database: own }) =>
          transaction(own, (tx) =>
            editTool(tx, edited, { ...tool, availableQuantity: tool.availableQuantity + RESTOCK }),
          ),
      },
    };
  }

  /** Makes an order older than any may be unpaid; a trigger refuses that, and is asleep here. */
  const grow = (orderId: string) =>
    database.rawTransaction(async ({ query }) => {
      await query('set local session_replication_role = replica');
      await query(
        `update orders set created_at = now() - interval '30 days', hold_until = now() - interval '28 days'
         where id = $1`,
        [orderId],
      );
      await query(`update payment_intents set checked_at = now() - interval '1 day' where order_id = $1`, [orderId]);
    });

  const act = async (world: PaymentWorld, action: () => Promise<unknown>) => {
    const answer = await action().then(
      () => 'ok',
      (error: unknown) => (error instanceof AppError ? error.code : `unexpected ${String(error)}`),
    );
    await world.payments.settled();
    return answer;
  };

  /** What is left after all that was begun has ended, and one round of the sweep. */
  async function ending(played: Scene, answers: [action: Action, answer: string][]): Promise<[string, string[]]> {
    await here.payments.runOnce(new Date(Date.now() + 60_000));
    await here.payments.settled();
    const order = await here.order(played.orderId);
    const sent = await here.stripe.refunds.list({ payment_intent: played.transactionId });
    const refunded = sent.data.reduce((sum, { amount }) => sum + amount, 0);
    const [ledger] = await database.raw<{ kept: number }>(
      'select coalesce(sum(amount_cents), 0)::int as kept from ledger where payment_intent_id = $1',
      [played.transactionId],
    );
    const held = await database.raw<{ pieces: number; others: number }>(
      `select coalesce(sum(l.quantity), 0)::int as pieces, count(*) filter (where l.order_id <> $2)::int as others
       from unnest($1::text[]) with ordinality as asked (tool_id, at) left join (
         select l.tool_id, l.quantity, l.order_id from order_lines l join orders o on o.id = l.order_id
         where o.state in ('unpaid', 'open', 'paid') and (o.id = $2 or o.user_id = $3
         or o.user_id = $4)) l using (tool_id)
       group by asked.at order by asked.at`,
      [toolIds, played.orderId, here.bob.userId, there.bob.userId],
    );
    const left = await stockNow();
    const restocked = answers.filter(([action, answer]) => action === 'edit' && answer === 'ok').length * RESTOCK;
    const paid = order.state === 'paid';
    const cents = lineCount * QUANTITY * PRICE;
    const wrong: string[] = [];
    // The order's own pieces were taken before the stock was noted.
    for (const [line, stock] of played.stock.entries()) {
      const whole = stock + QUANTITY + (toolIds[line] === edited ? restocked : 0);
      const pieces = held[line]?.pieces ?? 0;
      if (left[line]! + pieces !== whole) wrong.push(`line ${line}: ${left[line]} left and ${pieces} held of ${whole}`);
    }
    const others = [...new Set(held.map((line) => line.others))];
    if (others.length > 1) wrong.push(`an order has some of its lines: ${others.join(' and ')} others hold`);
    if (paid && !played.moneyMoved) wrong.push('paid without money');
    if (played.moneyMoved && (paid ? refunded !== 0 : refunded !== cents))
      wrong.push(`${order.state}, and ${refunded} of ${cents} went back`);
    if (ledger!.kept !== (paid ? cents : 0)) wrong.push(`${order.state}, and the ledger keeps ${ledger!.kept}`);
    wrong.push(...answers.filter(([, answer]) => answer.startsWith('unexpected')).map(([, answer]) => answer));
    const told = answers.map(([action, answer]) => `${action} ${answer}`).toSorted();
    return [[...told, `the order is ${order.state}`, `${others[0]} other orders`].join(', '), wrong];
  }

  /** Bob's orders are closed, so that the next scene counts its own. */
  async function clear(): Promise<void> {
    await database.rawTransaction(async ({ query }) => {
      await query(
        `update tools t set available_quantity = available_quantity + gone.pieces from (
           select l.tool_id, sum(l.quantity) as pieces from order_lines l join orders o on o.id = l.order_id
           where o.state = 'unpaid' group by 1) gone where gone.tool_id = t.id`,
      );
      await query(`update orders set state = 'deleted', closed_at = now() where state = 'unpaid'`);
      await query(`update payment_intents set status = 'canceled' where status not in ('succeeded', 'canceled')`);
    });
  }

  /** Until the second action is done, or waits for what the first holds. */
  async function doneOrBlocked(second: Promise<unknown>): Promise<void> {
    let done = false;
    void second.finally(() => (done = true));
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (done) return;
      const [waiting] = await database.raw<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock'`,
      );
      if (waiting!.count > 0) return;
    }
  }

  return {
    async interleave(first, second, point) {
      const played = await scene(first, second);
      let passed = 0;
      let at = '';
      let rival: Promise<string> | undefined;
      const told = await withGate(
        async (what) => {
          if (rival || passed++ < point) return;
          at = what.replaceAll(/\s+/g, ' ').slice(0, 60);
          // Outside the gate: the second action is not stopped.
          rival = withGate(
            async () => {},
            () => act(there, () => played.actions[second](there)),
          );
          await doneOrBlocked(rival);
        },
        () => act(here, () => played.actions[first](here)),
      );
      const reached = rival !== undefined;
      const answers: [Action, string][] = [
        [first, told],
        [second, await (rival ?? act(there, () => played.actions[second](there)))],
      ];
      const [text, wrong] = await ending(played, answers);
      await clear();
      return { ending: text, wrong, reached, at };
    },
    async inTurn(first, second) {
      const played = await scene(first, second);
      const answers: [Action, string][] = [
        [first, await act(here, () => played.actions[first](here))],
        [second, await act(there, () => played.actions[second](there))],
      ];
      const [text, wrong] = await ending(played, answers);
      await clear();
      if (wrong.length > 0) throw new Error(`${first} and then ${second}: ${wrong.join('; ')}`);
      return text;
    },
    async close() {
      removePoints();
      await there.close();
      await here.close();
    },
  };
}

/** What went wrong between two actions at every point of the first, and how many points there were. */
export async function everyPoint(
  stage: Stage,
  first: Action,
  second: Action,
): Promise<{ points: number; wrong: string[]; endings: Set<string> }> {
  const legal = new Set([await stage.inTurn(first, second), await stage.inTurn(second, first)]);
  const wrong: string[] = [];
  const endings = new Set<string>();
  for (let point = 0; ; point++) {
    const found = await stage.interleave(first, second, point);
    if (!found.reached) return { points: point, wrong, endings };
    endings.add(found.ending);
    const where = `${second} within ${first}, before "${found.at}" (${point})`;
    wrong.push(...found.wrong.map((what) => `${where}: ${what}`));
    if (!legal.has(found.ending)) wrong.push(`${where}: ${found.ending}; legal: ${[...legal].join(' | ')}`);
  }
}
