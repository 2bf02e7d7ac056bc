import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup, Backups, Demo, Readiness } from '#contract/office/opening.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { createPasswordAccount } from '#server/people/identity/accounts.ts';
import { brokenPromises } from '#server/catalogue/promises/promises-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'tradebench-opening-'));
const PASSWORD = 'a password of my own';
let shop: TestShop;
let ada: string;
beforeAll(async () => {
  shop = await openTestShop(await openDatabase({ url: await emptyPostgres() }), {
    SEED_QUOTES: 'on',
    DATA_DIR: folder,
  });
  ada = (await shop.signIn('ada@tradebench.test')).token;
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const readiness = async (as: string) => {
  const steps = (await (await shop.call('GET', '/readiness', { as })).json()) as Readiness[];
  return new Map(steps.map(({ code, done }) => [code, done]));
};
const end = (as: string, body: object) => shop.call('POST', '/end-demo', { as, body });

it('a fresh demo says in order what is left, and where each is done', async () => {
  const steps = (await (await shop.call('GET', '/readiness', { as: ada })).json()) as Readiness[];
  expect(steps.map(({ code }) => code).join(' ')).toBe(
    'company address vat bank imprint terms privacy tax delivery mail payments tools demo backup',
  );
  expect(steps.every(({ done, where }) => !done && where.startsWith('/dashboard/'))).toBe(true);
});

describe('a backup', () => {
  it('is made while the shop runs, read back and listed; one that is cut short is told', async () => {
    const list = async () => (await (await shop.call('GET', '/backups', { as: ada })).json()) as Backups;
    expect(await list()).toEqual({ place: join(folder, 'backups'), keep: 14, everyHours: null, backups: [] });
    const made = await shop.call('POST', '/backup', { as: ada, body: {} });
    expect(made.status).toBe(201);
    const backup = (await made.json()) as Backup;
    expect(backup).toMatchObject({ readable: true });
    expect(backup.rows).toBeGreaterThan(50);
    expect((await list()).backups).toEqual([backup]);
    expect(readdirSync(join(folder, 'backups'))).toEqual([backup.name]);
    expect((await readiness(ada)).get('backup')).toBe(true);
    const { readBack } = await import('#server/engine/db/backup.ts');
    truncateSync(join(folder, 'backups', backup.name), backup.size - 100);
    await expect(readBack(join(folder, 'backups', backup.name))).rejects.toThrow(/unexpected end/i);
  });

  it('is for admins alone', async () => {
    const sally = await shop.person('Sally', 'sales');
    for (const [method, path] of [
      ['GET', '/backups'],
      ['POST', '/backup'],
      ['GET', '/readiness'],
      ['GET', '/demo-data'],
      ['POST', '/end-demo'],
    ] as const)
      expect(
        (await shop.call(method, path, { as: sally.token, body: method === 'POST' ? {} : undefined })).status,
      ).toBe(403);
  });
});

describe('the end of the demo', () => {
  it('asks for the password of whoever asks, and for an admin who stays', async () => {
    for (const body of [{}, { password: '' }, { password: 'wrong' }, { password: 'tradebench', tools: 'all' }]) {
      const refused = await end(ada, body);
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'VALIDATION_ERROR' }]);
    }
    const nobody = await end(ada, { password: 'tradebench' });
    expect([nobody.status, await nobody.json()]).toMatchObject([409, { code: 'LAST_ADMIN' }]);
    const gina = await shop.person('Gina', 'admin');
    const without = await end(gina.token, { password: 'tradebench' });
    expect([without.status, await without.json()]).toMatchObject([400, { issues: [{ path: 'password' }] }]);
    await shop.parts.database.raw(`update users set role = 'customer' where id = $1`, [gina.userId]);
  });

  it('removes people, company, orders, quotes, reviews and tools of it, and keeps all that is the owner’s', async () => {
    const { raw } = shop.parts.database;
    await createPasswordAccount(shop.parts.database, {
      email: 'olive@works.example',
      name: 'Olive',
      role: 'admin',
      password: PASSWORD,
    });
    const olive = (await shop.signIn('olive@works.example', PASSWORD)).token;
    const own = await shop.tool({
      name: 'Reamer',
      sku: 'OWN-1',
      category: 'Hammers',
      availableQuantity: 100,
      attributes: [{ key: 'material', value: 'Carbon steel' }],
    });
    const [before] = await raw<{ attributes: number; categories: number }>(
      `select (select count(*)::int from attributes) as attributes, (select count(*)::int from category_names) as categories`,
    );
    expect(Math.min(before!.attributes, before!.categories)).toBeGreaterThan(3);
    // Tried out as one of its people, and paid: it has an invoice.
    const { token: alice } = await shop.signIn('alice@tradebench.test');
    const tried = await shop.order(alice, own, 5);
    await payWithCard(shop, alice, tried._id);
    const read = (await (await shop.call('GET', `/order/${tried._id}`, { as: alice })).json()) as Order;
    const given = read.invoiceNumber!;
    expect(given).toMatch(/-000001$/);
    const zoe = await shop.person('Zoe');
    const kept = await shop.order(zoe.token, own, 7);
    await shop.call('POST', '/review', { as: zoe.token, body: { review: 'Reams.', rating: 5 } });
    // Goods that are to come: 3 in stock and 5 to come for one of its people, 4 to come for Zoe.
    const coming = await shop.tool({
      name: 'Tap',
      sku: 'OWN-2',
      availableQuantity: 3,
      backorder: { kind: 'incoming' },
    });
    const goods = { quantity: 10, day: '2099-01-01' };
    await shop.call('POST', `/tool/${coming._id}/incoming`, { as: olive, body: goods });
    await payWithCard(shop, alice, (await shop.order(alice, coming, 8))._id);
    const waits = await shop.order(zoe.token, coming, 4);

    const demo = (await (await shop.call('GET', '/demo-data', { as: olive })).json()) as Demo;
    expect(demo).toMatchObject({ companies: 1, invoices: 2, quotes: 6, hasOwnAdmin: true, locked: [] });
    expect(demo.people).toHaveLength(4);
    const answer = await end(olive, { password: PASSWORD, tools: true });
    expect([answer.status, await answer.json()]).toEqual([200, demo]);

    for (const table of ['quotes', 'companies', 'price_lists', 'invoices', 'ledger'])
      expect(await raw(`select from ${table}`), table).toEqual([]);
    expect(await raw('select id from orders order by number')).toEqual([{ id: kept._id }, { id: waits._id }]);
    expect(await brokenPromises(raw)).toEqual([]);
    expect(await raw('select quantity from order_promises')).toEqual([{ quantity: 1 }]);
    expect(await raw('select review from reviews')).toEqual([{ review: 'Reams.' }]);
    expect(
      await raw('select sku, available_quantity as left from tools where removed_at is null order by sku'),
    ).toEqual([
      { sku: 'OWN-1', left: 93 },
      { sku: 'OWN-2', left: 0 },
    ]);
    // What no tool has any more is no filter and no heading.
    expect(await raw('select key from attributes')).toEqual([{ key: 'material' }]);
    expect(await raw('select category from category_names')).toEqual([{ category: 'Hammers' }]);
    expect(await raw(`select from users where email like '%@tradebench.test'`)).toEqual([]);
    // What keeps the books is on guard again.
    await payWithCard(shop, zoe.token, kept._id);
    const [invoice] = await raw<{ number: string }>('select number from invoices');
    expect(invoice?.number).toMatch(/-000003$/);
    await expect(raw('delete from invoices')).rejects.toThrow(/stays as it was issued/);
    await expect(raw('delete from ledger')).rejects.toThrow(/only added to/);

    const steps = await readiness(olive);
    expect([steps.get('demo'), steps.get('tools'), steps.get('vat'), steps.get('bank')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const again = await end(olive, { password: PASSWORD, tools: true });
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'NO_DEMO' }]);
    const [entry] = (await (await shop.call('GET', '/audit?what=demo', { as: olive })).json()) as object[];
    expect(entry).toMatchObject({ action: 'demo.ended', actor: 'olive@works.example', details: { people: 4 } });
    await shop.atRest();
  });
});

it('a bank account of one’s own is a way to be paid, without keys for cards', async () => {
  const own = await openTestShop(await openDatabase({ url: await emptyPostgres() }));
  try {
    const gina = await own.person('Gina', 'admin');
    const stepsNow = async () => {
      const steps = (await (await own.call('GET', '/readiness', { as: gina.token })).json()) as Readiness[];
      return steps.flatMap(({ code, done }) => (done ? [code] : []));
    };
    expect(await stepsNow()).not.toContain('payments');
    const now = (await (await own.call('GET', '/settings', { as: gina.token })).json()) as Settings;
    const bankAccount = { holder: 'Werk', account: 'DE89370400440532013000', bic: '', bank: '' };
    const facts = { name: 'Werk', phone: '+49 2191 1', email: 'kontor@works.example' };
    const body = { ...now, company: { ...now.company, ...facts, bankAccount } };
    expect((await own.call('PUT', '/settings', { as: gina.token, body })).status).toBe(200);
    // Its opening hours are still the demo's.
    expect(await stepsNow()).toEqual(expect.arrayContaining(['bank', 'payments']));
    expect(await stepsNow()).not.toContain('company');
  } finally {
    await own.close();
  }
});
