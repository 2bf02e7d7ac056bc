import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { fourLines } from './delivery-note.ts';
import { printedWords } from './printed-words-for-tests.ts';

let shop: TestShop;
let owed: Owing;
let wes: string;
let order: Order;
let parcel: Shipment;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  owed = await owing(shop, 'Noted', { termsDays: 30 });
  wes = (await shop.person('Wes', 'warehouse')).token;
  order = await owed.order(10, { pay: 'account', purchaseOrder: 'PO-4711' });
  parcel = await ship(4);
});
afterAll(() => shop.close());

async function ship(quantity: number): Promise<Shipment> {
  const body = { carrier: 'DHL', trackingNumber: 'JD 1', lines: [{ toolId: order.lines[0]!.toolId, quantity }] };
  const answer = await shop.call('POST', `/order/${order._id}/shipment`, { as: wes, body });
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as Shipment;
}
const get = (path: string, as: string) => shop.call('GET', path, { as });
const wordsOf = async (path: string, as: string) => {
  const answer = await get(path, as);
  return [answer.status, printedWords(new Uint8Array(await answer.arrayBuffer()))] as const;
};

it('a delivery note says what is in the parcel and what still follows, and no price', async () => {
  const [status, words] = await wordsOf(parcel.deliveryNote!, wes);
  expect(status).toBe(200);
  for (const said of [parcel.number!, order.number, 'PO-4711', 'JD 1', order.address.split('\n')[0]!, '6 of 10'])
    expect(words).toContain(said);
  expect(words).toContain('6 of 10 pieces still to follow.');
  expect(words).not.toContain('$');
});

it('a delivery note goes on saying what followed then, and the last one that nothing does', async () => {
  const last = await ship(6);
  expect((await wordsOf(parcel.deliveryNote!, wes))[1]).toContain('6 of 10 pieces still to follow.');
  expect((await wordsOf(last.deliveryNote!, wes))[1]).toContain('Nothing of this order is still to follow.');
});

it('who ordered and the staff read a delivery note, and nobody else', async () => {
  const stranger = (await shop.person('Strange')).token;
  expect((await get(parcel.deliveryNote!, owed.mia.token)).status).toBe(200);
  const refused = await get(parcel.deliveryNote!, stranger);
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'ORDER_NOT_FOUND' }]);
});

it('papers of goods that leave the country say tariff number and origin, and no others do', async () => {
  const tool = await shop.tool({ name: 'Customs rasp', availableQuantity: 100, hsCode: '8203.10.00', origin: 'DE' });
  const papersTo = async (country: string) => {
    const { _id } = await owed.order(10, { toolId: tool._id, pay: 'account', country });
    const body = { carrier: 'DHL', lines: [{ toolId: tool._id, quantity: 10 }] };
    const sent = await shop.call('POST', `/order/${_id}/shipment`, { as: wes, body });
    const { deliveryNote } = (await sent.json()) as Shipment;
    const unpaid = await owed.order(10, { toolId: tool._id, country });
    const papers = [deliveryNote!, `/order/${_id}/invoice.pdf`, `/order/${unpaid._id}/pro-forma.pdf`];
    const said = await Promise.all(papers.map((path) => wordsOf(path, owed.mia.token)));
    return said.map(([status, words]) => [
      status,
      words.includes('HS code 8203.10.00'),
      words.includes('Made in Germany'),
    ]);
  };
  expect(await papersTo('NO')).toEqual(Array.from({ length: 3 }, () => [200, true, true]));
  expect(await papersTo('BD')).toEqual(Array.from({ length: 3 }, () => [200, false, false]));
});

it('the label has four lines and the number, for who ships alone', async () => {
  const path = parcel.deliveryNote!.replace('delivery-note', 'label');
  for (const format of ['a4', 'letter']) {
    const [status, words] = await wordsOf(`${path}?format=${format}`, wes);
    expect(status).toBe(200);
    expect(words).toContain(parcel.number!);
    for (const line of fourLines(order)) expect(words).toContain(line);
  }
  expect((await get(path, owed.mia.token)).status).toBe(403);
});

it('staff find an order by the number of a delivery note', async () => {
  await shop.atRest();
  const found = (await (await get(`/orders?q=${parcel.number!.toLowerCase()}`, wes)).json()) as Order[];
  expect(found.map(({ _id }) => _id)).toEqual([order._id]);
});

it('shelf labels say number, name and bin of the tools that are asked for, for who keeps the stock', async () => {
  const long = await shop.tool({ name: `${'Long '.repeat(20)}name`, sku: 'LB-1' });
  const plain = await shop.tool({ name: 'Labelled rasp', sku: 'LB-2' });
  await shop.parts.database.raw(
    `insert into tool_keeping (tool_id, bin) values ($1, 'B-07') on conflict (tool_id) do update set bin = excluded.bin`,
    [plain._id],
  );
  const path = (...ids: string[]) => `/shelf-labels.pdf?tools=${ids.join(',')}`;
  for (const format of ['a4', 'letter']) {
    const [status, words] = await wordsOf(`${path(long._id, plain._id)}&format=${format}`, wes);
    expect(status).toBe(200);
    for (const said of ['LB-1', 'LB-2', 'Labelled rasp', 'Bin B-07', '…']) expect(words).toContain(said);
  }
  const unknown = await get(path(plain._id, 'none'), wes);
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'TOOL_NOT_FOUND', toolId: 'none' }]);
  expect((await get(path(plain._id), owed.mia.token)).status).toBe(403);
  const many = await get(path(...Array.from({ length: 301 }, (_, at) => `t${at}`)), wes);
  expect([many.status, await many.json()]).toMatchObject([400, { issues: [{ path: 'tools' }] }]);
});

it('a parcel that left before there were numbers has none, and no note', async () => {
  await shop.parts.database.raw('update shipments set number = null where id = $1', [parcel._id]);
  const shown = (await (await get(`/order/${order._id}`, wes)).json()) as Order;
  expect(shown.shipments[0]).toMatchObject({ number: null, deliveryNote: null });
  for (const id of [parcel._id, 'none'])
    for (const paper of ['delivery-note', 'label']) {
      const answer = await get(`/order/${order._id}/shipment/${id}/${paper}.pdf`, wes);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NO_DELIVERY_NOTE' }]);
    }
});

it('an address is four lines at most, in parts or as one text', () => {
  const inOne = { company: '', name: 'Ann', address: '1 Dock Road\nHall 2\n4100 Chattogram', country: 'BD' };
  expect(fourLines(inOne)).toEqual(['Ann', '1 Dock Road, Hall 2', '4100 Chattogram', 'Bangladesh']);
  const parts = { street: 'Kai 1', extra: '', town: 'Hamburg', postalCode: '20457', region: '', country: 'DE' };
  const inParts = { company: 'Kran GmbH', name: 'Ann', address: 'Kai 1', country: 'DE', deliveryAddress: parts };
  expect(fourLines(inParts)).toEqual(['Kran GmbH, Ann', 'Kai 1', '20457 Hamburg', 'Germany']);
});
