import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredState } from '#server/buying/order-tables/orders.sql.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { mayMove, moveOrder, ORDER_LIFE, type OrderMove, STATES } from './order-life.ts';

const PIECES = 10;
const ALL_STATES = Object.keys(STATES) as StoredState[];
const ALL_MOVES = Object.keys(ORDER_LIFE) as OrderMove[];

let shop: TestShop;
let buyers = 0;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

/** The shortest ways from how an order begins to each state. */
function waysTo(): Map<StoredState, { begins: StoredState; moves: OrderMove[] }> {
  const ways = new Map<StoredState, { begins: StoredState; moves: OrderMove[] }>([
    ['unpaid', { begins: 'unpaid', moves: [] }],
    ['waiting', { begins: 'waiting', moves: [] }],
    ['free', { begins: 'free', moves: [] }],
  ]);
  // What is found is walked on from, since a map is iterated in the order in which it grows.
  for (const [state, { begins, moves }] of ways)
    for (const name of ALL_MOVES.filter((each) => mayMove(state, each))) {
      const { to } = ORDER_LIFE[name];
      if (!ways.has(to)) ways.set(to, { begins, moves: [...moves, name] });
    }
  return ways;
}

const go = (id: string, name: OrderMove) =>
  transaction(shop.parts.database, (tx) =>
    name === 'pay'
      ? moveOrder(tx, id, name, { paidBy: 'card', transactionId: `pi_${id}` })
      : moveOrder(tx, id, name as Exclude<OrderMove, 'pay'>),
  );

interface Seen {
  state: StoredState;
  invoices: number;
  left: number;
}

/** Of an order for one piece of a tool of its own. */
async function look(id: string): Promise<Seen> {
  const [seen] = await shop.parts.database.raw<Seen>(
    `select o.state, (select count(*)::int from invoices where order_id = o.id) as invoices,
      t.available_quantity as left
     from orders o join order_lines l on l.order_id = o.id join tools t on t.id = l.tool_id where o.id = $1`,
    [id],
  );
  return seen!;
}

/** An order in a state, brought there by the moves. */
async function orderIn(state: StoredState): Promise<string> {
  const { begins, moves } = waysTo().get(state)!;
  const tool = await shop.tool({ availableQuantity: PIECES, minOrderQuantity: 1 });
  const { _id } = await shop.order((await shop.person(`Buyer${++buyers}`)).token, tool);
  if (begins === 'waiting') await shop.parts.database.raw(`update orders set state = 'waiting' where id = $1`, [_id]);
  if (begins === 'free') await makeFree(_id);
  for (const name of moves) await go(_id, name);
  return _id;
}

/** As if it replaced what came back: it costs nothing. */
async function makeFree(id: string): Promise<void> {
  const { raw } = shop.parts.database;
  await raw('alter table orders disable trigger orders_keep_their_word');
  await raw(`update orders set state = 'free', total_cents = 0 where id = $1`, [id]);
  await raw('alter table orders enable trigger orders_keep_their_word');
}

it('every state is reached by moves from how an order begins', () => {
  expect([...waysTo().keys()].toSorted()).toEqual(ALL_STATES.toSorted());
});

it('no move leads from a state that is over or free, and one leads from every other', () => {
  for (const state of ALL_STATES)
    expect([state, ALL_MOVES.some((name) => mayMove(state, name))]).toEqual([
      state,
      !STATES[state].isOver && state !== 'free',
    ]);
});

describe.each(ALL_STATES)('an order that is %s', (state) => {
  it('holds its stock and has its invoice as its state says', async () => {
    const { holdsStock, isInvoiced } = STATES[state];
    expect(await look(await orderIn(state))).toEqual({
      state,
      invoices: isInvoiced ? 1 : 0,
      left: holdsStock ? PIECES - 1 : PIECES,
    });
  });

  it.each(ALL_MOVES)('is moved by %s only where the table says so', async (name) => {
    const id = await orderIn(state);
    const before = await look(id);
    const moved = await go(id, name);
    const { to } = ORDER_LIFE[name];
    const { holdsStock, isInvoiced } = STATES[to];
    const after = {
      state: to,
      // An invoice that was issued stays.
      invoices: isInvoiced ? 1 : before.invoices,
      left: holdsStock ? PIECES - 1 : PIECES,
    };
    const expected = mayMove(state, name) ? [to, holdsStock ? 0 : 1, after] : [undefined, undefined, before];
    expect([moved?.order.state, moved?.restocked.length, await look(id)]).toEqual(expected);
  });
});

it.each(ALL_STATES.filter((state) => STATES[state].isOver))(
  'one that is %s stays so, whatever is written',
  async (state) => {
    const id = await orderIn(state);
    for (const other of ALL_STATES.filter((each) => each !== state && each !== 'paid'))
      await expect(shop.parts.database.raw('update orders set state = $2 where id = $1', [id, other])).rejects.toThrow(
        'a closed order stays as it is',
      );
  },
);

it('of two who move an order at once, one does', async () => {
  const id = await orderIn('unpaid');
  const moved = await Promise.all([go(id, 'cancel'), go(id, 'pay')]);
  expect(moved.filter((each) => each !== null)).toHaveLength(1);
});
