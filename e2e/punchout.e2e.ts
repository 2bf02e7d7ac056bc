import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { PunchoutWithSecret } from '#contract/buying/punchout.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { attributeOf, type Element, elementAt, readXml, textAt } from '#server/buying/punchout/cxml-read.ts';
import { type BuyersPortal, callForm, openPortal } from './buyers-portal.ts';
import { shopInBrowser } from './shop-in-browser.ts';
import { againstTheStandard, expectAccessible, expectNoSidewaysScroll, signIn } from './visit.ts';

const shop = shopInBrowser();
const NORDFJORD = 'Nordfjord Bygg';
const HAMMER = 'HAM-CL-16H';

let portal: BuyersPortal;
beforeAll(async () => {
  portal = await openPortal();
});
beforeEach(() => void portal.given.splice(0));
afterAll(() => portal?.close());

const tokenOf = async (page: Page) => ({
  authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`,
});

/** A connection of the demo's company, made by its owner by call. */
async function connect(kind: 'oci' | 'cxml'): Promise<PunchoutWithSecret> {
  const ada = await shop.open();
  await signIn(ada, 'ada');
  const headers = await tokenOf(ada);
  const [company] = (await (
    await ada.request.get(`/companies?q=${encodeURIComponent(NORDFJORD)}`, { headers })
  ).json()) as {
    _id: string;
  }[];
  const members = (await (await ada.request.get(`/company/${company!._id}/members`, { headers })).json()) as {
    userId: string;
    role: string;
  }[];
  const { userId } = members.find(({ role }) => role === 'manager')!;
  const data = {
    companyId: company!._id,
    kind,
    userId,
    name: `Portal ${kind}`,
    units: { C62: 'ST' },
    vendor: '4711',
    groups: { '*': 'TOOLS' },
  };
  const made = await ada.request.post('/punchout', { headers, data });
  expect(made.status(), await made.text()).toBe(201);
  const connection = (await made.json()) as PunchoutWithSecret;
  await ada.context().close();
  return connection;
}

const call = ({ address, username, secret }: PunchoutWithSecret, target: string, more: Record<string, string> = {}) =>
  callForm(address, target, { USERNAME: username, PASSWORD: secret, HOOK_URL: portal.hook, ...more });
const open = (page: Page) => page.getByRole('button', { name: 'Open the shop' }).click();
const begun = (visit: Page | FrameLocator) => visit.getByText(`Buying for ${NORDFJORD}`).waitFor();
const giveBack = (visit: Page | FrameLocator) => visit.getByRole('button', { name: 'Give the basket back' }).click();

/** Finds the hammer, puts so many into the basket of the visit, and looks at the basket. */
async function fillBasket(visit: Page | FrameLocator, quantity: number): Promise<void> {
  await visit.getByLabel('Search products').fill(HAMMER);
  await visit.getByRole('button', { name: 'Search', exact: true }).click();
  // In a frame nothing waits for the page that a press leads to.
  await visit.getByRole('heading', { name: `Results for ${HAMMER}` }).waitFor();
  await visit.getByLabel(/^Quantity of/).fill(String(quantity));
  await visit.getByRole('button', { name: /^Add to basket/ }).click();
  await visit.getByRole('status').getByText('Added to the basket').waitFor();
  await visit.getByRole('link', { name: 'Basket (1)' }).click();
  await visit.getByRole('heading', { name: 'Basket' }).waitFor();
}

async function expectWell(visit: Page): Promise<void> {
  await expectNoSidewaysScroll(visit);
  await expectAccessible(visit);
  expect(await againstTheStandard(await visit.content())).toEqual([]);
}
it.each([360, 768, 1440])(
  'a visit in a window of %i px goes back with every field, beside a session that it leaves alone',
  async (width) => {
    const connection = await connect('oci');
    const page = await shop.open({ width });
    await signIn(page, 'bob');
    const headers = await tokenOf(page);
    portal.show(call(connection, '_blank'));
    await page.goto(portal.url);
    const [visit] = await Promise.all([page.waitForEvent('popup'), open(page)]);
    await visit.setViewportSize({ width, height: 900 });
    await begun(visit);
    expect(visit.url()).not.toContain(connection.secret);
    expect(visit.url()).not.toContain(connection.username);
    await expectWell(visit);
    await fillBasket(visit, 24);
    await expectWell(visit);
    await visit.getByRole('link', { name: /claw hammer/i }).click();
    await visit.getByText(HAMMER).first().waitFor();
    await expectWell(visit);
    await visit.getByRole('link', { name: 'Basket (1)' }).click();
    await visit.getByLabel(/^Quantity, pieces/).fill('36');
    await giveBack(visit);
    await visit.getByText('Back: requisition 1').waitFor();
    const [{ 'NEW_ITEM-LEADTIME[1]': days, ...fields } = {}] = portal.given;
    expect(days).toMatch(/^\d{1,5}$/);
    const [tool] = (await (await page.request.get(`/tool?q=${HAMMER}`)).json()) as Tool[];
    const { _id, name, category, description, unspsc } = tool!;
    // To the cent what the same company pays by the shop's own pages.
    const { companyId } = connection;
    const data = { companyId, lines: [{ toolId: _id, quantity: 36 }] };
    const priced = await page.request.post('/price', { headers, data });
    const { lines } = (await priced.json()) as { lines: { unitPrice: number }[] };
    expect(fields).toEqual({
      'NEW_ITEM-DESCRIPTION[1]': name.slice(0, 40),
      // The demo's company has a number of its own for it.
      'NEW_ITEM-MATNR[1]': 'NB-100-7',
      'NEW_ITEM-QUANTITY[1]': '36.000',
      'NEW_ITEM-UNIT[1]': 'ST',
      'NEW_ITEM-PRICE[1]': lines[0]!.unitPrice.toFixed(3),
      'NEW_ITEM-CURRENCY[1]': 'USD',
      'NEW_ITEM-PRICEUNIT[1]': '1',
      'NEW_ITEM-VENDOR[1]': '4711',
      'NEW_ITEM-VENDORMAT[1]': HAMMER,
      'NEW_ITEM-MANUFACTMAT[1]': HAMMER,
      'NEW_ITEM-MATGROUP[1]': 'TOOLS',
      'NEW_ITEM-EXT_PRODUCT_ID[1]': _id,
      ...(unspsc === undefined
        ? {}
        : { 'NEW_ITEM-EXT_SCHEMA_TYPE[1]': 'UNSPSC', 'NEW_ITEM-EXT_CATEGORY_ID[1]': unspsc }),
      ...(category === undefined ? {} : { 'NEW_ITEM-EXT_CATEGORY[1]': category }),
      // Forms send line breaks as CR LF.
      'NEW_ITEM-LONGTEXT_1:132[]': `${name}\n${description}`.replaceAll('\n', '\r\n'),
    });
    const own = (await (await page.request.get('/my-basket', { headers })).json()) as { lines: object[] };
    expect(own.lines).toEqual([]);
  },
);

it.each(['', '_top'])('a visit in a frame of the portal goes back there (target "%s")', async (target) => {
  const connection = await connect('oci');
  const page = await shop.open();
  portal.show(
    `${call(connection, 'shop', { '~TARGET': target })}<iframe name="shop" title="Shop" width="900" height="700"></iframe>`,
  );
  await page.goto(portal.url);
  await open(page);
  const frame = page.frameLocator('iframe');
  await begun(frame);
  await fillBasket(frame, 24);
  await giveBack(frame);
  await (target === '' ? frame : page).getByText('Back: requisition 1').waitFor();
  expect(await page.locator('iframe').count()).toBe(target === '' ? 1 : 0);
  expect(portal.given).toMatchObject([{ 'NEW_ITEM-QUANTITY[1]': '24.000' }]);
  // Nothing was kept in the browser, so nothing is missed where it keeps nothing of others.
  expect(await page.context().cookies()).toEqual([]);
});

it('two visits at once in one browser never mix', async () => {
  const connection = await connect('oci');
  const page = await shop.open();
  portal.show(
    ['one', 'two']
      .map(
        (name) => `${call(connection, name)}<iframe name="${name}" title="${name}" width="600" height="600"></iframe>`,
      )
      .join(''),
  );
  await page.goto(portal.url);
  const visits = ['one', 'two'].map((name) => page.frameLocator(`iframe[name="${name}"]`));
  for (const [index, visit] of visits.entries()) {
    await page.getByRole('button', { name: 'Open the shop' }).nth(index).click();
    await begun(visit);
  }
  await fillBasket(visits[0]!, 24);
  await visits[1]!.getByRole('link', { name: 'Basket (0)' }).click();
  await visits[1]!.getByText('The basket is empty.').waitFor();
  await fillBasket(visits[1]!, 48);
  await giveBack(visits[0]!);
  await visits[0]!.getByText('Back: requisition 1').waitFor();
  await giveBack(visits[1]!);
  await visits[1]!.getByText('Back: requisition 2').waitFor();
  expect(portal.given.map((fields) => fields['NEW_ITEM-QUANTITY[1]'])).toEqual(['24.000', '48.000']);
});

it('no other page frames a visit, and the portal frames no other page of the shop', async () => {
  const connection = await connect('oci');
  const own = await shop.open();
  const stranger = await openPortal();
  try {
    portal.show(call(connection, '_self'));
    await own.goto(portal.url);
    await open(own);
    await begun(own);
    // The browser complains of what it refuses, which is what is looked for here.
    const page = await (await own.context().browser()!.newContext()).newPage();
    const shownIn = async (at: BuyersPortal, address: string): Promise<string> => {
      at.show(`<iframe title="Shop" src="${address}"></iframe>`);
      await page.goto(at.url);
      await expect.poll(() => page.frames()[1]?.url()).not.toBe('about:blank');
      return page.frames()[1]!.url();
    };
    expect(await shownIn(portal, own.url())).toBe(own.url());
    expect(await shownIn(stranger, own.url())).toBe('chrome-error://chromewebdata/');
    for (const path of ['/', '/login', '/dashboard/punchOut', '/docs'])
      expect(await shownIn(portal, new URL(path, own.url()).href)).toBe('chrome-error://chromewebdata/');
    await page.context().close();
  } finally {
    await stranger.close();
  }
});

it('a visit by cXML leads from its setup to an order on account', async () => {
  const connection = await connect('cxml');
  const page = await shop.open();
  const start = await send(
    page,
    connection,
    `<PunchOutSetupRequest operation="create"><BuyerCookie>requisition 7</BuyerCookie><BrowserFormPost><URL>${portal.hook}</URL></BrowserFormPost></PunchOutSetupRequest>`,
  );
  const address = textAt(start, 'Response/PunchOutSetupResponse/StartPage/URL');
  portal.show(`<a href="${address}">Open the shop</a>`);
  await page.goto(portal.url);
  await page.getByRole('link', { name: 'Open the shop' }).click();
  await begun(page);
  await fillBasket(page, 24);
  await giveBack(page);
  await page.getByText('Back: requisition 1').waitFor();
  await page.goto(address);
  await page.getByRole('alert').getByText('good for one visit').waitFor();
  const message = elementAt(readXml(portal.given[0]!['cXML-urlencoded'] ?? ''), 'Message/PunchOutOrderMessage');
  expect(textAt(message, 'BuyerCookie')).toBe('requisition 7');
  const line = elementAt(message, 'ItemIn');
  const detail = elementAt(line, 'ItemDetail');
  const money = textAt(detail, 'UnitPrice/Money');
  const item = `<ItemOut quantity="${attributeOf(line, 'quantity')}" lineNumber="1"><ItemID><SupplierPartID>${textAt(line, 'ItemID/SupplierPartID')}</SupplierPartID><SupplierPartAuxiliaryID>${textAt(line, 'ItemID/SupplierPartAuxiliaryID')}</SupplierPartAuxiliaryID></ItemID><ItemDetail><UnitPrice><Money currency="USD">${money}</Money></UnitPrice><Description xml:lang="en">Hammer</Description><UnitOfMeasure>${textAt(detail, 'UnitOfMeasure')}</UnitOfMeasure></ItemDetail></ItemOut>`;
  const placed = await send(
    page,
    connection,
    `<OrderRequest><OrderRequestHeader orderID="4500000017" orderDate="2026-01-12T18:41:29-08:00" type="new"><Total><Money currency="USD">1.00</Money></Total></OrderRequestHeader>${item}</OrderRequest>`,
  );
  expect(attributeOf(elementAt(placed, 'Response/Status'), 'code'), textAt(placed, 'Response/Status')).toBe('200');
  const alice = await shop.open();
  await signIn(alice, 'alice');
  const headers = await tokenOf(alice);
  const orders = (await (
    await alice.request.get(`/order?companyId=${connection.companyId}`, { headers })
  ).json()) as Order[];
  expect(orders.find(({ purchaseOrder }) => purchaseOrder === '4500000017')).toMatchObject({
    onAccount: true,
    lines: [{ quantity: 24, unitPrice: Number(money) }],
  });
});

/** Sends a message of a buyer's system. @returns what was answered */
async function send(page: Page, { address, username, secret }: PunchoutWithSecret, request: string): Promise<Element> {
  const data = `<?xml version="1.0" encoding="UTF-8"?><cXML payloadID="${request.length}@portal" timestamp="2026-01-23T16:00:06-01:00"><Header><From><Credential domain="NetworkId"><Identity>${username}</Identity></Credential></From><To><Credential domain="DUNS"><Identity>shop</Identity></Credential></To><Sender><Credential domain="NetworkId"><Identity>${username}</Identity><SharedSecret>${secret}</SharedSecret></Credential></Sender></Header><Request>${request}</Request></cXML>`;
  const answer = await page.request.post(address, { headers: { 'content-type': 'text/xml; charset=utf-8' }, data });
  expect(answer.status()).toBe(200);
  return readXml(await answer.text());
}
