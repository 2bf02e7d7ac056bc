import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { activate, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** What a database of these tests takes for now: `now()` is one of its own, in what is written and by default. It stands still, so that the last second of a day lasts for as long as a test needs. */
const OWN_CLOCK = `
  create table own_clock (shows timestamptz);
  insert into own_clock values (null);
  create function public.now() returns timestamptz language sql stable as 'select coalesce(shows, pg_catalog.now()) from public.own_clock';
  do $$ declare own record; begin
    for own in
      select format('%s alter column %I set default %s', adrelid::regclass, attname,
        replace(pg_get_expr(adbin, adrelid), 'now()', 'public.now()')) as change
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) like '%now()%'
    loop execute 'alter table ' || own.change; end loop;
    execute format('alter database %I set search_path = public, pg_catalog', current_database());
  end $$;`;

/** A shop in a zone, whose clock and whose database's clock are turned together. */
async function openTurnable(timeZone: string) {
  const url = await freshPostgres();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(OWN_CLOCK);
  await client.end();
  const database = await openDatabase({ url });
  const shop = await openTestShop(database, { SHOP_CURRENCY: 'EUR' });
  const office = await shop.person('Olga', 'admin');
  const tool = await shop.tool({ price: 100, availableQuantity: 500 });
  let turns = 0;
  const settings = (await (await shop.call('GET', '/settings', { as: office.token })).json()) as object;
  const delivery = [
    { id: 'van', name: 'Van', countries: ['*'], days: [1, 3], rates: [{ upTo: null, price: 5 }], freeFrom: null },
  ];
  const put = await shop.call('PUT', '/settings', { as: office.token, body: { ...settings, timeZone, delivery } });
  if (!put.ok) throw new Error(await put.text());
  return {
    shop,
    tool,
    /** Whoever was signed in before a turn of years is not any more. @returns somebody of the staff and a buyer who are */
    async turnTo(moment: string) {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
      await database.raw('update own_clock set shows = $1', [moment]);
      turns++;
      return { clerk: await shop.person(`Clerk${turns}`, 'admin'), buyer: await shop.person(`Buyer${turns}`) };
    },
  };
}
afterEach(() => vi.useRealTimers());

/** Zones with half past midnight of the first of January and half past eleven in the evening before. */
const YEARS = [
  ['Europe/Berlin', '2027-12-31T23:30:00Z', '2027-12-31T22:30:00Z'],
  ['Pacific/Auckland', '2027-12-31T11:30:00Z', '2027-12-31T10:30:00Z'],
  ['Asia/Dhaka', '2027-12-31T18:30:00Z', '2027-12-31T17:30:00Z'],
] as const;

describe.each(YEARS)('a shop in %s at half past midnight of a new year', (zone, newYear, oldYear) => {
  let world: Awaited<ReturnType<typeof openTurnable>>;
  let shop: TestShop;
  let clerk: Person;
  let buyer: Person;
  beforeAll(async () => {
    world = await openTurnable(zone);
    shop = world.shop;
  });
  afterAll(() => shop.close());

  const answer = async <T>(method: string, path: string, as?: Person, body?: object): Promise<T> => {
    const said = await shop.call(method, path, { ...(as ? { as: as.token } : {}), ...(body ? { body } : {}) });
    if (!said.ok) throw new Error(`${method} ${path}: ${await said.text()}`);
    return (await said.json()) as T;
  };
  const order = async () => (await shop.order(buyer.token, world.tool, 2))._id;
  const invoiceOf = async (id: string) => (await answer<Order>('GET', `/order/${id}`, clerk)).invoiceNumber;
  const numbersOf = async (what: string, from: string, to: string) => {
    const sheet = await shop.call('GET', `/export/${what}?from=${from}&to=${to}`, { as: clerk.token });
    const [, ...rows] = (await sheet.text()).trim().split('\r\n');
    return rows.map((row) => row.split(',')[0]);
  };

  it('sells by card, transfer and on account, gives back and closes its month in the year that its clock shows', async () => {
    ({ clerk, buyer } = await world.turnTo(oldYear));
    const late = await order();
    await payWithCard(shop, buyer.token, late);
    const unpaid = await order();
    const transfer = (date: string) =>
      shop.call('POST', `/order/${unpaid}/payment`, { as: clerk.token, body: { date, reference: 'Bank 1' } });
    // The year is not over here, whatever it is elsewhere.
    expect((await transfer('2028-01-01')).status).toBe(400);

    ({ clerk, buyer } = await world.turnTo(newYear));
    const early = await order();
    await payWithCard(shop, buyer.token, early);
    expect((await transfer('2028-01-02')).status).toBe(400);
    expect((await transfer('2028-01-01')).status).toBe(201);
    const company = await activate(shop, clerk, await openCompany(shop, buyer), { termsDays: 30 });
    const lines = [{ toolId: world.tool._id, quantity: 1 }];
    const places = { name: 'B', phone: '5', address: '1 Dock Road', lines };
    const owed = await answer<Order>('POST', '/order', buyer, { ...places, companyId: company._id, pay: 'account' });
    const refund = await answer<Refund>('POST', `/order/${late}/refund`, clerk, { amount: 10, reason: 'Bent' });
    expect(refund.amount).toBe(10);
    await shop.atRest();

    expect([await invoiceOf(late), await invoiceOf(early), await invoiceOf(unpaid)]).toEqual([
      '2027-000001',
      '2028-000001',
      '2028-000002',
    ]);
    expect([owed.invoiceNumber, owed.dueAt]).toEqual(['2028-000003', '2028-01-31']);
    expect(await numbersOf('invoices', '2027-12-01', '2027-12-31')).toEqual(['2027-000001']);
    expect((await numbersOf('invoices', '2028-01-01', '2028-01-31')).toSorted()).toEqual(
      expect.arrayContaining(['2028-000001', '2028-000002', '2028-000003']),
    );
    const days = await shop.parts.database.raw<{ day: string; paid: number }>(
      'select day::text as day, paid::int as paid from sales_days where paid > 0 order by day',
    );
    expect(days).toEqual([
      { day: '2027-12-31', paid: 1 },
      { day: '2028-01-01', paid: 2 },
    ]);
    // The first of January 2028 is a Saturday.
    const { deliveries } = await answer<Priced>('POST', '/price', undefined, { lines, country: 'NO' });
    expect(deliveries).toMatchObject([{ leaves: '2028-01-03', arrives: ['2028-01-04', '2028-01-06'] }]);
  });
});

describe.each([
  ['Europe/Berlin', '2028-03-26', ['2028-03-25T23:00:00Z', '2028-03-26T21:59:59Z']],
  ['Europe/Berlin', '2028-10-29', ['2028-10-28T22:00:00Z', '2028-10-29T22:59:59Z']],
  ['Pacific/Auckland', '2028-04-02', ['2028-04-01T11:00:00Z', '2028-04-02T11:59:59Z']],
] as const)('a shop in %s on %s, when clocks are put', (zone, day, [first, last]) => {
  it('sells from the first second to the last of that day, and counts it as one', async () => {
    const { shop, tool, turnTo } = await openTurnable(zone);
    const second = (moment: string, by: number) => new Date(Date.parse(moment) + by).toISOString();
    const numbers: string[] = [];
    let staff: Person | undefined;
    for (const moment of [second(first, -1_000), first, last, second(last, 1_000)]) {
      const { clerk, buyer } = await turnTo(moment);
      staff = clerk;
      const { _id, number } = await shop.order(buyer.token, tool);
      await payWithCard(shop, buyer.token, _id);
      numbers.push(String(number));
    }
    await shop.atRest();
    const found = await shop.call('GET', `/orders?from=${day}&to=${day}`, { as: staff!.token });
    const listed = ((await found.json()) as Order[]).map(({ number }) => String(number));
    expect(listed.toSorted()).toEqual(numbers.slice(1, 3));
    const days = await shop.parts.database.raw<{ paid: number }>(
      'select paid::int as paid from sales_days where paid > 0 order by day',
    );
    expect(days.map(({ paid }) => paid)).toEqual([1, 2, 1]);
    await shop.close();
  });
});
