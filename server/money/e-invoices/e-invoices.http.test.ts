import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { may, ROLES } from '#contract/policy.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { activate, openCompany } from '#server/buying/companies/company-for-tests.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { byCard, sentForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice, bob] = await Promise.all([shop.person('Ada', 'admin'), shop.person('Alice'), shop.person('Bob')]);
  // The demo's company has a price list, which would keep the currency.
  await shop.parts.database.raw('update companies set price_list_id = null');
  await shop.parts.database.raw('delete from price_lists');
  await change({}, GERMAN);
});
afterAll(() => shop.close());

const GERMAN = {
  name: 'Remscheider Werkzeug GmbH',
  country: 'DE',
  vatId: 'DE136695976',
  invoiceAddress: {
    street: 'Hammerweg 1',
    extra: '',
    postalCode: '42853',
    town: 'Remscheid',
    region: '',
    country: 'DE',
  },
  contact: { name: 'Karin Schmied', phone: '+49 2191 555', email: 'karin@werkzeug.example' },
};
async function change(more: Partial<Settings>, company: object): Promise<void> {
  const tax = [{ country: 'DE', percent: 19, name: 'USt' }];
  const now = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
  const body = { ...now, currency: 'EUR', tax, ...more, company: { ...now.company, ...company } };
  const answer = await shop.call('PUT', '/settings', { as: ada.token, body });
  if (answer.status !== 200) throw new Error(await answer.text());
}

const PARIS = { street: '1 Rue du Bac', postalCode: '75007', town: 'Paris', country: 'FR' };
async function paid(more: object = {}): Promise<Order> {
  const tool = await shop.tool({ price: 19.99, availableQuantity: 1_000 });
  const lines = [{ toolId: tool._id, quantity: 7 }];
  const body = { name: 'Alice', phone: '555 123', deliveryAddress: PARIS, lines, ...more };
  const placed = await shop.call('POST', '/order', { as: alice.token, body });
  if (placed.status !== 201) throw new Error(await placed.text());
  const order = (await placed.json()) as Order;
  await transaction(shop.parts.database, (tx) => moveOrder(tx, order._id, 'pay', byCard(order._id)));
  return order;
}
const xml = (path: string, as = alice.token) => shop.call('GET', path, { as });
const textOf = async (path: string, as = alice.token) => (await xml(path, as)).text();

describe('GET /order/{id}/invoice.xml', () => {
  it('answers the invoice in the format that is asked for, to the buyer and to staff who read orders', async () => {
    const { _id } = await paid({ vatId: 'FR40303265045', buyerReference: 'Dept 7' });
    const path = `/order/${_id}/invoice.xml`;
    const cii = await xml(`${path}?format=cii`);
    expect([cii.status, cii.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(cii.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-\d{4}-\d{6}-cii\.xml"$/);
    const said = await cii.text();
    for (const part of ['VATEX-EU-IC', 'FR40303265045', '<ram:GrandTotalAmount>139.93<', '<ram:CityName>Paris<'])
      expect(said).toContain(part);
    expect(await textOf(`${path}?format=xrechnung`)).toContain('xrechnung_3.0');
    expect((await xml(path, bob.token)).status).toBe(404);
    expect((await shop.call('GET', path)).status).toBe(401);
    for (const role of ROLES.filter((each) => each !== 'customer')) {
      const { token } = await shop.person(`Reads${role}`, role);
      expect((await xml(`${path}?format=cii`, token)).status).toBe(may(role, 'orders.read') ? 200 : 404);
    }
  });

  it('says of a tool where it was made, as it was when the paper was issued', async () => {
    const { _id, lines } = await paid();
    const made = await shop.tool({ price: 5, availableQuantity: 100, origin: 'BD' });
    const other = await paid({
      lines: [
        { toolId: made._id, quantity: 5 },
        { toolId: lines[0]!.toolId, quantity: 1 },
      ],
    });
    await shop.parts.database.raw(`update tools set origin = 'CN' where id = $1`, [made._id]);
    const said = await textOf(`/order/${other._id}/invoice.xml?format=cii`);
    expect(said.match(/<ram:OriginTradeCountry>\s*<ram:ID>[A-Z]+/g)?.map((each) => each.slice(-2))).toEqual(['BD']);
    expect(await textOf(`/order/${_id}/invoice.xml?format=cii`)).not.toContain('OriginTradeCountry');
  });

  it('names what is missing, where it stands, and who can give it', async () => {
    const { _id } = await paid();
    const answer = await xml(`/order/${_id}/invoice.xml`);
    const { code, issues } = (await answer.json()) as { code: string; issues: { path: string; message: string }[] };
    expect([answer.status, code]).toEqual([409, 'INVOICE_FACTS_MISSING']);
    expect(issues).toEqual([
      { path: 'company.peppolId', message: expect.stringContaining('in Settings') },
      { path: 'peppolId', message: expect.stringContaining('A private buyer has none') },
    ]);
    const german = await xml(`/order/${_id}/invoice.xml?format=xrechnung`);
    expect(((await german.json()) as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual([
      'buyerReference',
    ]);
    expect((await xml(`/order/${_id}/invoice.xml?format=pdf`)).status).toBe(400);
  });

  it('is the same bytes after company, rates, tool and address were changed', async () => {
    const { _id, lines } = await paid();
    const path = `/order/${_id}/invoice`;
    const both = async () => [await textOf(`${path}.xml?format=cii`), await textOf(`${path}.pdf`)];
    const before = await both();
    expect(before[0]).toContain('<ram:RateApplicablePercent>19<');
    await change({ tax: [] }, { name: 'Another GmbH', vatId: '' });
    const mended = await shop.call('PUT', `/order/${_id}/details`, {
      as: ada.token,
      body: { name: 'Zoe', address: '9 Quay' },
    });
    expect(mended.status).toBe(200);
    await shop.parts.database.raw(`update tools set name = 'Renamed', price_cents = 1 where id = $1`, [
      lines[0]!.toolId,
    ]);
    await shop.call('POST', `/order/${_id}/shipment`, { as: ada.token, body: { carrier: 'Van' } });
    expect(await both()).toEqual(before);
    await change({}, GERMAN);
  });

  it('goes by Peppol to where the company has its invoices sent, with its reference and where the company books it', async () => {
    const opened = await openCompany(shop, alice, {
      vatId: 'FR40303265045',
      invoiceAddress: { ...PARIS, street: '9 Quai' },
      invoiceEmail: 'bills@company.example',
      peppolId: '0088:7300010000001',
      buyerReference: 'Dept 9',
    });
    const company = await activate(shop, ada, opened);
    await change({}, { peppolId: '9930:DE136695976' });
    const sites = await shop.call('PUT', `/company/${company._id}`, {
      as: alice.token,
      body: { costCentres: [{ code: 'Site-4', name: 'Bridge' }] },
    });
    expect(sites.status).toBe(200);
    const { _id } = await paid({ companyId: company._id, costCentre: 'Site-4' });
    const answer = await xml(`/order/${_id}/invoice.xml?format=peppol`);
    const said = await answer.text();
    const ublCost = '<cbc:AccountingCost>Site-4</cbc:AccountingCost>';
    expect(said).toContain(ublCost);
    expect(await textOf(`/order/${_id}/invoice.xml?format=xrechnung`)).toContain(ublCost);
    expect(await textOf(`/order/${_id}/invoice.xml?format=cii`)).toMatch(
      /AccountingAccount>\s*<ram:ID>Site-4<\/ram:ID>/,
    );
    const sheet = await textOf('/export/invoices?format=csv', ada.token);
    expect(sheet).toMatch(new RegExp(`,${company.number},Site-4,`));
    expect([answer.status, said]).toEqual([200, expect.stringContaining('7300010000001')]);
    for (const part of ['9 Quai', 'bills@company.example', 'Dept 9', 'FR40303265045']) expect(said).toContain(part);
    await change({}, { peppolId: '' });
  });

  describe('where a fact was missing when the paper was issued', () => {
    const issuesOf = async (path: string) => {
      const answer = await xml(path);
      const { issues = [] } = (await answer.json()) as { issues?: { path: string }[] };
      return [answer.status, ...issues.map((issue) => issue.path)];
    };
    const say = async (company: { _id: string }, facts: object) => {
      const answer = await shop.call('PUT', `/company/${company._id}`, { as: alice.token, body: facts });
      expect(answer.status).toBe(200);
    };

    it('takes it as company and shop say it now, leaves what was known, and stays the same from then on', async () => {
      const facts = { name: 'Acier SAS', vatId: 'FR40303265045', invoiceAddress: { ...PARIS, postalCode: '' } };
      const company = await activate(shop, ada, await openCompany(shop, alice, facts));
      const { _id } = await paid({ companyId: company._id });
      const peppol = `/order/${_id}/invoice.xml?format=peppol`;
      const german = `/order/${_id}/invoice.xml?format=xrechnung`;
      expect(await issuesOf(peppol)).toEqual([409, 'company.peppolId', 'peppolId']);
      expect(await issuesOf(german)).toEqual([409, 'invoiceAddress.postalCode', 'buyerReference']);
      await say(company, { name: 'Another SAS', peppolId: 'EM:bills@acier.example', buyerReference: 'Dept 9' });
      await change({}, { name: 'Another GmbH', peppolId: '9930:DE136695976' });
      expect(await issuesOf(peppol)).toEqual([409, 'peppolId']);
      expect(await issuesOf(german)).toEqual([409, 'invoiceAddress.postalCode']);
      await say(company, { peppolId: '0088:7300010000001', invoiceAddress: { ...PARIS, extra: 'Étage 3' } });
      const first = [await textOf(peppol), await textOf(german)];
      for (const part of [
        '>7300010000001<',
        'schemeID="9930"',
        '>Remscheider Werkzeug GmbH<',
        '>Acier SAS<',
        '1 Rue du Bac',
      ])
        expect(first[0]).toContain(part);
      for (const part of ['>Dept 9<', '>75007<', '>Étage 3<', '>Remscheider Werkzeug GmbH<', '>Acier SAS<'])
        expect(first[1]).toContain(part);
      await say(company, { peppolId: '', buyerReference: '' });
      await change({}, { ...GERMAN, peppolId: '' });
      expect([await textOf(peppol), await textOf(german)]).toEqual(first);
      const month = new Date().toISOString().slice(0, 7);
      const zip = await textOf(`/export/papers?month=${month}`, ada.token);
      const { invoiceNumber } = (await (await xml(`/order/${_id}`)).json()) as Order;
      expect(zip).toContain(`${invoiceNumber}-peppol.xml`);
    });

    it('keeps an address that was another than the company’s, though a part of it is missing', async () => {
      const facts = { invoiceAddress: PARIS, buyerReference: 'Dept 9' };
      const company = await activate(shop, ada, await openCompany(shop, alice, facts));
      const invoiceAddress = { company: 'Acier Nord', street: '2 Quai', town: 'Lille', country: 'FR' };
      const { _id } = await paid({ companyId: company._id, invoiceAddress });
      expect(await issuesOf(`/order/${_id}/invoice.xml?format=xrechnung`)).toEqual([409, 'invoiceAddress.postalCode']);
    });

    it('has the reference that staff add to its order', async () => {
      const { _id } = await paid();
      const german = `/order/${_id}/invoice.xml?format=xrechnung`;
      expect(await issuesOf(german)).toEqual([409, 'buyerReference']);
      const added = await shop.call('PUT', `/order/${_id}/details`, {
        as: ada.token,
        body: { buyerReference: '04011000-12345-34' },
      });
      expect(added.status).toBe(200);
      expect(await textOf(german)).toContain('>04011000-12345-34<');
    });

    it('lies in the PDFs that are made since, and in none that was given out', async () => {
      await change({}, { vatId: '' });
      const { _id } = await paid();
      const path = `/order/${_id}/invoice`;
      expect(await issuesOf(`${path}.xml?format=cii`)).toEqual([409, 'company.vatId']);
      const given = await textOf(`${path}.pdf`);
      expect(given).not.toContain('factur-x.xml');
      await change({}, GERMAN);
      expect(await textOf(`${path}.pdf?format=letter`)).toContain('factur-x.xml');
      expect(await textOf(`${path}.pdf`)).toBe(given);
      expect(await textOf(`${path}.xml?format=cii`)).toContain('>DE136695976<');
    });
  });

  it('lies in no PDF that says that money is owed since its payment was undone, and in that of the next payment', async () => {
    const { _id } = await shop.order(alice.token, await shop.tool());
    const pay = (reference: string) =>
      shop.call('POST', `/order/${_id}/payment`, {
        as: ada.token,
        body: { date: new Date().toISOString().slice(0, 10), reference },
      });
    const carries = async () => (await textOf(`/order/${_id}/invoice.pdf`)).includes('factur-x.xml');
    expect((await pay('wrong one')).status).toBe(201);
    expect(await carries()).toBe(true);
    const undone = await shop.call('POST', `/order/${_id}/payment/undo`, {
      as: ada.token,
      body: { reason: 'Mixed up' },
    });
    expect([undone.status, await carries()]).toEqual([200, false]);
    expect((await pay('right one')).status).toBe(201);
    expect(await carries()).toBe(true);
  });

  it('is refused for an order that has no invoice', async () => {
    const { _id } = await shop.order(alice.token, await shop.tool());
    const answer = await xml(`/order/${_id}/invoice.xml?format=cii`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'ORDER_NOT_PAID']);
  });

  it('keeps what it says in the database as it was issued', async () => {
    const { _id } = await paid();
    const forge = `update invoices set document = jsonb_set(document, '{model,totalCents}', '1') where order_id = $1`;
    await expect(shop.parts.database.raw(forge, [_id])).rejects.toThrow('stays');
  });
});

describe('GET /order/{id}/refund/{refund}/credit-note.xml', () => {
  const refunded = async (order: Order, body: object) => {
    const answer = await shop.call('POST', `/order/${order._id}/refund`, { as: ada.token, body });
    if (answer.status !== 201) throw new Error(await answer.text());
    const { _id } = (await answer.json()) as { _id: string };
    await sentForTest(shop, order._id);
    return `/order/${order._id}/refund/${_id}/credit-note`;
  };

  it('credits the pieces that were given back, and names the invoice that it corrects', async () => {
    const order = await paid();
    const lines = [{ toolId: order.lines[0]!.toolId, quantity: 2 }];
    const path = await refunded(order, { lines, reason: 'Bent' });
    const said = await textOf(`${path}.xml?format=cii`);
    for (const part of [
      '<ram:TypeCode>381<',
      '<ram:BilledQuantity unitCode="H87">2<',
      '<ram:GrandTotalAmount>47.58<',
      'InvoiceReferencedDocument',
      '<ram:Content>Bent<',
    ])
      expect(said).toContain(part);
    expect(await textOf(`${path}.pdf`)).toContain('factur-x.xml');
    expect((await xml(`${path}.xml?format=cii`, bob.token)).status).toBe(404);
    expect((await xml(`/order/${order._id}/refund/none/credit-note.xml`)).status).toBe(404);
  });

  it('credits an amount as one line', async () => {
    const path = await refunded(await paid(), { amount: 11.9, reason: 'Late' });
    const said = await textOf(`${path}.xml?format=cii`);
    expect(said).toContain('<ram:TaxBasisTotalAmount>10.00<');
    expect(said).toContain('Given back of order');
  });

  it('names no card where nothing was paid by one: of an order on account, owed or settled', async () => {
    const opened = await openCompany(shop, alice, { invoiceAddress: { ...PARIS, street: '9 Quai' } });
    const company = await activate(shop, ada, opened, { termsDays: 30 });
    const lines = [{ toolId: (await shop.tool())._id, quantity: 2 }];
    const body = { name: 'Alice', phone: '5', deliveryAddress: PARIS, lines, companyId: company._id, pay: 'account' };
    const placed = await shop.call('POST', '/order', { as: alice.token, body });
    const order = (await placed.json()) as Order;
    const meansOf = async () =>
      /PaymentMeans>\s*<ram:TypeCode>(\d+)/.exec(
        await textOf(`${await refunded(order, { amount: 1, reason: 'Late' })}.xml?format=cii`),
      )?.[1];
    expect(await meansOf()).toBe('1');
    const payment = { amount: order.price - 1, date: new Date().toISOString().slice(0, 10), reference: 'R' };
    expect((await shop.call('POST', `/company/${company._id}/payment`, { as: ada.token, body: payment })).status).toBe(
      201,
    );
    expect(await meansOf()).toBe('1');
  });
});
