import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, takesKey } from '#contract/route.ts';
import { routes, type RouteName } from '#contract/routes.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { createKeptAnswers, type KeyedCall } from '#server/engine/http/kept-answers.ts';
import { sql } from 'drizzle-orm';
import { openTestShop, routeTable, type TestShop } from '#server/shop-for-tests.ts';
import type { Act } from './act-for-tests.ts';
import { actsOf, plainActsOf } from './acts-for-tests.ts';

let database: Database;
let shop: TestShop;
let acts: Awaited<ReturnType<typeof actsOf>>;
let plainActs: Awaited<ReturnType<typeof plainActsOf>>;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  acts = await actsOf(shop);
  plainActs = await plainActsOf(shop);
});
afterAll(() => shop.close());

/**
 * Its events have ids of their own; a second end of the demo finds nothing left, and a document goes out as often as it is sent again:
 * both are tried where they are done.
 */
const ELSEWHERE: string[] = ['stripeWebhook', 'endDemo', 'sendDocumentAgain'];

const send = async (name: RouteName, { as, path = {}, query = {}, body, file }: Act, key: string) => {
  const route: Route = routes[name];
  const at = route.path.replaceAll(/:(\w+)/g, (_all, part: string) => path[part] ?? '');
  const answer = await shop.app.fetch(
    new Request(`http://shop.test${at}?${new URLSearchParams(query).toString()}`, {
      method: route.method,
      body: typeof file === 'object' ? new Uint8Array(file) : (file ?? (body ? JSON.stringify(body) : null)),
      headers: {
        'idempotency-key': key,
        origin: 'http://shop.test',
        ...(as ? { authorization: `Bearer ${as.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
    }),
  );
  // A paper is no JSON.
  const said = answer.headers.get('content-type')?.includes('json') ? await answer.json() : {};
  return { status: answer.status, body: said as { code?: string; key?: string; secret?: string } };
};

/** Messages of webhooks of which a first try has not ended: the shop makes it by itself, whatever is called. */
const triesUnderWay = () =>
  shop.parts.database.raw(
    `select d.id from webhook_deliveries d where d.state = 'pending'
       and not exists (select from webhook_answers a where a.delivery_id = d.id)`,
  );

/** Until nothing is under way beside the calls: the card provider's events come by themselves, some of them late. */
const settled = async () => {
  await expect
    .poll(() => shop.parts.database.raw(`select from sandbox_stripe.deliveries where state = 'due'`), {
      timeout: 30_000,
    })
    .toEqual([]);
  await shop.parts.payments.settled();
};

describe('a call whose answer was lost', () => {
  const keyed = routeTable.filter(([, route]) => takesKey(route)).map(([name]) => name);

  it('is looked at for every row of the table that makes something', () => {
    expect(Object.keys(acts).toSorted()).toEqual(keyed.toSorted());
  });

  it.each(keyed)('%s does nothing twice and answers the same again', async (name) => {
    const act = await acts[name]!();
    const key = randomUUID();
    const first = await send(name, act, key);
    expect(first, JSON.stringify(first.body)).toMatchObject({ status: (routes[name] as Route).status ?? 200 });
    await settled();
    await expect.poll(triesUnderWay, { timeout: 30_000 }).toEqual([]);
    const digest = await shop.digest();
    expect(await send(name, act, key)).toEqual(first);
    await settled();
    expect(await shop.digest()).toBe(digest);
  });
});

describe('a call that says that it makes nothing', () => {
  const unkeyed = routeTable.filter(([, route]) => route.method === 'POST' && !takesKey(route)).map(([name]) => name);

  /** Without when the register of VAT numbers was asked last, and what becomes of messages that earlier acts sent. */
  const digestNow = async () =>
    (await shop.digest()).replaceAll(/^(?:vat_proofs|webhook_deliveries|webhook_answers) .*$/gm, '');

  it('is looked at for every row of the table', () => {
    expect([...Object.keys(plainActs), ...ELSEWHERE].toSorted()).toEqual(unkeyed.toSorted());
  });

  it.each(unkeyed.filter((name) => !ELSEWHERE.includes(name)))(
    '%s leaves no more when it is made again',
    async (name) => {
      const act = await plainActs[name]!();
      const first = await send(name, act, randomUUID());
      await settled();
      const digest = await digestNow();
      expect(await send(name, act, randomUUID())).toEqual(first);
      await settled();
      expect(await digestNow()).toBe(digest);
    },
  );
});

describe('a key', () => {
  it('is refused for another body, another path and another file', async () => {
    const key = randomUUID();
    const refused = { status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } };
    const address = await acts.addAddress!();
    expect(await send('addAddress', address, key)).toMatchObject({ status: 201 });
    expect(await send('addAddress', { ...address, body: { ...address.body, town: 'Oslo' } }, key)).toMatchObject(
      refused,
    );
    const shipment = await acts.shipOrder!();
    expect(await send('shipOrder', shipment, key)).toMatchObject({ status: 201 });
    expect(await send('shipOrder', await acts.shipOrder!(), key)).toMatchObject(refused);
    const sheet = await acts.importTools!();
    expect(await send('importTools', sheet, key)).toMatchObject({ status: 201 });
    expect(await send('importTools', await acts.importTools!(), key)).toMatchObject(refused);
  });

  it('is nobody else’s, and of one call alone', async () => {
    const key = randomUUID();
    const act = await acts.addNamedList!();
    const first = await send('addNamedList', act, key);
    const other = await send('addNamedList', { ...act, as: await shop.person('Olga') }, key);
    expect([first.status, other.status]).toEqual([201, 201]);
    expect(other.body).not.toEqual(first.body);
    expect(await send('addReview', await acts.addReview!(), key)).toMatchObject({ status: 201 });
  });

  it('is free again after a refusal', async () => {
    const key = randomUUID();
    const act = await acts.shipOrder!();
    const refused = await send(
      'shipOrder',
      { ...act, body: { carrier: 'DHL', lines: [{ toolId: 'none', quantity: 1 }] } },
      key,
    );
    expect(refused.status).toBe(409);
    expect(await send('shipOrder', act, key)).toMatchObject({ status: 201 });
  });

  it('sent ten times at once does one thing, and is answered the same each time (attacks T33)', async () => {
    const key = randomUUID();
    const act = await acts.writeOff!();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('writeOff', act, key)));
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]?.status).toBe(201);
  });

  it('brings a secret that is shown once again, which is kept encrypted alone', async () => {
    const key = randomUUID();
    const act = await acts.makeApiKey!();
    const { body } = await send('makeApiKey', act, key);
    expect((await send('makeApiKey', act, key)).body.key).toBe(body.key);
    const kept = await database.raw('select * from kept_answers');
    expect(JSON.stringify(kept)).not.toContain(body.key);
  });
});

describe('a process that is killed', () => {
  const call = (key: string): KeyedCall => ({
    whose: 'alice',
    userId: null,
    call: 'POST /made',
    key,
    asked: () => 'this',
    readOut: async () => {},
  });
  const tell = async (text: unknown) => {
    if (typeof text !== 'string') throw new Error('no answer');
    return { status: 201, text };
  };
  const made = async () =>
    (
      await database.raw<{ count: number }>("select count(*)::int as count from scheduled_jobs where name like 'made%'")
    )[0]?.count;
  const make = (answer: unknown) =>
    transaction(database, async (tx) => {
      await tx.execute(sql`insert into scheduled_jobs (name) values (${`made ${randomUUID()}`})`);
      return answer;
    });
  const killed = new Error('killed');

  it('after the commit has left the answer with what it did', async () => {
    const answers = createKeptAnswers(database, { seal: async (text) => text, unseal: async (text) => text });
    const before = (await made()) ?? 0;
    const lost = async () => {
      await make('made');
      throw killed;
    };
    await expect(answers.once(call('after'), lost, tell)).rejects.toBe(killed);
    expect(await answers.once(call('after'), () => make('again'), tell)).toEqual({ status: 201, text: 'made' });
    expect(await made()).toBe(before + 1);
  });

  it('between the commit and the answer has done it once, and the repeat is told so', async () => {
    const answers = createKeptAnswers(database, { seal: async (text) => text, unseal: async (text) => text });
    const before = (await made()) ?? 0;
    const lost = async () => {
      await make({ half: true });
      throw killed;
    };
    await expect(answers.once(call('between'), lost, tell)).rejects.toBe(killed);
    await expect(answers.once(call('between'), () => make('again'), tell)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    });
    expect(await made()).toBe(before + 1);
  });

  it('before the commit has left neither', async () => {
    const answers = createKeptAnswers(database, { seal: async (text) => text, unseal: async (text) => text });
    const lost = () => transaction(database, () => Promise.reject(killed));
    await expect(answers.once(call('before'), lost, tell)).rejects.toBe(killed);
    expect(await answers.once(call('before'), () => make('made'), tell)).toEqual({ status: 201, text: 'made' });
  });
});
