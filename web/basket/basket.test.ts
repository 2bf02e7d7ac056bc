import { expect, it } from 'vitest';
import { ApiError, networkError } from '#web/api/api-error.ts';
import { Basket, type BasketLine, type BasketWorld } from './basket.ts';
import { VISITOR_KEY } from './visitor-key.ts';

/** A browser's storage and a shop with one customer's basket, both in memory. */
function world(there: BasketLine[] = []) {
  const kept = new Map<string, string>();
  const shop = { lines: new Map(there.map(({ toolId, quantity }) => [toolId, quantity])), answers: true, calls: 0 };
  const waiting: (() => void)[] = [];
  const answer = () => [...shop.lines].map(([toolId, quantity]) => ({ toolId, quantity }));
  const reached = () => {
    shop.calls++;
    if (!shop.answers) throw networkError();
  };
  const made: BasketWorld = {
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    later(run) {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
    exclusively: (run) => run(),
    async fetch() {
      reached();
      return answer();
    },
    async change(lines) {
      reached();
      for (const { toolId, quantity } of lines) {
        if (quantity === 0) shop.lines.delete(toolId);
        else shop.lines.set(toolId, quantity);
      }
      if (shop.lines.size > 1_000) throw new ApiError(422, { code: 'BASKET_FULL', message: 'Full.' });
      return answer();
    },
    async join(lines) {
      reached();
      for (const { toolId, quantity } of lines) shop.lines.set(toolId, Math.max(quantity, shop.lines.get(toolId) ?? 0));
      return answer();
    },
  };
  /** Lets what was put off come to pass. */
  const goOn = async () => {
    for (const run of waiting.splice(0)) run();
    await settled();
  };
  return { made, kept, shop, goOn };
}

/** All promises that are ready have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("keeps a visitor's lines in the browser, over a reload", async () => {
  const { made, shop } = world();
  const basket = new Basket(made);
  await basket.belongsTo(null);
  basket.add({ toolId: 'a', quantity: 24 });
  basket.add({ toolId: 'a', quantity: 12 }, { toolId: 'b', quantity: 1 });
  const reloaded = new Basket(made);
  await reloaded.belongsTo(null);
  expect(reloaded.state().lines).toEqual([
    { toolId: 'a', quantity: 36 },
    { toolId: 'b', quantity: 1 },
  ]);
  expect(shop.calls).toBe(0);
});

it('takes a tool out at 0', async () => {
  const basket = new Basket(world().made);
  await basket.belongsTo(null);
  basket.add({ toolId: 'a', quantity: 24 });
  basket.set({ toolId: 'a', quantity: 0 });
  expect(basket.state().lines).toEqual([]);
});

it('joins both baskets at sign-in, the larger quantity winning, and leaves none behind', async () => {
  const { made, kept, shop } = world([
    { toolId: 'a', quantity: 5 },
    { toolId: 'b', quantity: 50 },
  ]);
  const basket = new Basket(made);
  await basket.belongsTo(null);
  basket.add({ toolId: 'a', quantity: 10 }, { toolId: 'b', quantity: 10 }, { toolId: 'c', quantity: 1 });
  await basket.belongsTo('alice');
  expect(Object.fromEntries(shop.lines)).toEqual({ a: 10, b: 50, c: 1 });
  expect(basket.state().lines).toHaveLength(3);
  await basket.belongsTo(null);
  expect(basket.state().lines).toEqual([]);
  expect(kept.has(VISITOR_KEY)).toBe(false);
});

it('keeps what was changed while the shop did not answer, and sends it once it does', async () => {
  const { made, shop, goOn } = world([{ toolId: 'a', quantity: 5 }]);
  const basket = new Basket(made);
  await basket.belongsTo('alice');
  shop.answers = false;
  basket.set({ toolId: 'a', quantity: 7 });
  basket.add({ toolId: 'b', quantity: 2 });
  await settled();
  expect(basket.state()).toMatchObject({ trouble: 'unsaved', lines: [{ quantity: 7 }, { quantity: 2 }] });
  // The machine is switched off and on again.
  const later = new Basket(made);
  await later.belongsTo('alice');
  expect(later.state().lines).toHaveLength(2);
  shop.answers = true;
  await goOn();
  expect(Object.fromEntries(shop.lines)).toEqual({ a: 7, b: 2 });
  expect(later.state().trouble).toBeNull();
});

it('joins again when the shop did not answer at sign-in', async () => {
  const { made, shop, goOn } = world();
  const basket = new Basket(made);
  await basket.belongsTo(null);
  basket.add({ toolId: 'a', quantity: 10 });
  shop.answers = false;
  await basket.belongsTo('alice');
  expect(basket.state().lines).toEqual([{ toolId: 'a', quantity: 10 }]);
  shop.answers = true;
  await goOn();
  expect(Object.fromEntries(shop.lines)).toEqual({ a: 10 });
});

it('takes over what another device did', async () => {
  const { made, shop } = world();
  const basket = new Basket(made);
  await basket.belongsTo('alice');
  basket.add({ toolId: 'a', quantity: 1 });
  await settled();
  shop.lines.set('b', 3);
  shop.lines.delete('a');
  await basket.refresh();
  expect(basket.state().lines).toEqual([{ toolId: 'b', quantity: 3 }]);
});

it('keeps two customers of one computer apart', async () => {
  const { made } = world();
  const basket = new Basket(made);
  await basket.belongsTo('alice');
  basket.add({ toolId: 'a', quantity: 1 });
  await settled();
  await basket.belongsTo(null);
  expect(basket.state().lines).toEqual([]);
});

it('says that it is full, and keeps what it has', async () => {
  const basket = new Basket(world().made);
  await basket.belongsTo(null);
  basket.add(...Array.from({ length: 1_000 }, (_, index) => ({ toolId: `t${index}`, quantity: 1 })));
  basket.add({ toolId: 'one more', quantity: 1 });
  expect(basket.state().trouble).toBe('full');
  expect(basket.state().lines).toHaveLength(1_000);
});

it('shows at once what another tab wrote', async () => {
  const { made } = world();
  const [one, other] = [new Basket(made), new Basket(made)];
  await one.belongsTo(null);
  await other.belongsTo(null);
  one.add({ toolId: 'a', quantity: 1 });
  other.storageChanged(VISITOR_KEY);
  expect(other.state().lines).toEqual([{ toolId: 'a', quantity: 1 }]);
});

it('takes what is no basket for an empty one', async () => {
  const { made, kept } = world();
  kept.set(VISITOR_KEY, '{"lines":[{"toolId":5,"quantity":"x"},null,{"toolId":"a","quantity":2}],"unsent":7}');
  const basket = new Basket(made);
  await basket.belongsTo(null);
  expect(basket.state().lines).toEqual([{ toolId: 'a', quantity: 2 }]);
});

it('keeps a line in the pack that it was counted in last, over a reload, and sends it so', async () => {
  const box = { code: 'BX', name: 'Box', pieces: 50 };
  const { made, kept } = world();
  const sent: BasketLine[][] = [];
  const basket = new Basket({ ...made, change: (lines) => (sent.push(lines), made.change(lines)) });
  await basket.belongsTo(null);
  basket.add({ toolId: 'a', quantity: 100, pack: box }, { toolId: 'b', quantity: 3 });
  const reloaded = new Basket(made);
  await reloaded.belongsTo(null);
  expect(reloaded.state().lines).toEqual([
    { toolId: 'a', quantity: 100, pack: box },
    { toolId: 'b', quantity: 3 },
  ]);
  await basket.belongsTo('alice');
  basket.set({ toolId: 'a', quantity: 150, pack: box });
  await settled();
  expect(sent).toEqual([[{ toolId: 'a', quantity: 150, pack: box }]]);
  // What a version before packs kept is a number.
  kept.set(`${VISITOR_KEY}.bob`, '{"lines":[{"toolId":"a","quantity":5,"pack":{"code":7}}],"unsent":{"a":5}}');
  const older = new Basket({ ...made, change: (lines) => (sent.push(lines), made.change(lines)) });
  await older.belongsTo('bob');
  await settled();
  expect(sent.at(-1)).toEqual([{ toolId: 'a', quantity: 5 }]);
});
