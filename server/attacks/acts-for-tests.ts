import sharp from 'sharp';
import type { NamedList } from '#contract/buying/named-lists.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import type { WebhookDelivery } from '#contract/office/webhooks.ts';
import type { RouteName } from '#contract/routes.ts';
import { companyWithPeople, linksTo, type People, waitingFor } from '#server/buying/approvals/approvals-for-tests.ts';
import { NORDFJORD, type Person, tokenFor } from '#server/buying/companies/company-for-tests.ts';
import { quoteCalls, SOMEDAY } from '#server/buying/quotes/quotes-for-tests.ts';
import { owing, type Owing, today } from '#server/money/account/account-for-tests.ts';
import { camtOf } from '#server/money/bank-imports/bank-files-for-tests.ts';
import type { TestShop } from '#server/shop-for-tests.ts';
import { punchoutActs } from './acts-of-punchout-for-tests.ts';
import { standingActs } from './acts-of-standing-orders-for-tests.ts';
import type { Act } from './act-for-tests.ts';
import { returning } from './acts-of-returns-for-tests.ts';

const ADDRESS = { street: '1 Dock Road', postalCode: '1', town: 'Bergen', country: 'NO' };
const SHEET = 'Name,Description,Price,Available quantity,Minimum order quantity,Image\n';
const row = (name: string) => `${SHEET}${name},Forged.,5,10,1,/pictures/hammer-640.webp\n`;

/** The calls of the table that say that they make nothing, but that of the card provider, whose events have ids of their own. */
export async function plainActsOf(shop: TestShop): Promise<Partial<Record<RouteName, () => Promise<Act>>>> {
  const pia = await shop.person('Pia');
  const orla = await shop.person('Orla', 'admin');
  const tool = await shop.tool({ name: 'Plain', sku: 'PLAIN-1' });
  const owed = await owing(shop, 'Plainly', { termsDays: 30 });
  const lines = [{ toolId: tool._id, quantity: 2 }];
  return {
    price: async () => ({ as: pia, body: { lines } }),
    readOrderLines: async () => ({ as: pia, body: { text: 'PLAIN-1\t2' } }),
    createPaymentIntent: async () => ({ as: pia, body: { order: (await shop.order(pia.token, tool, 1))._id } }),
    beginCompanyPayment: async () => ({
      as: owed.mia,
      path: { id: owed.company._id },
      body: { invoices: [(await owed.order(10, { pay: 'account' })).invoiceNumber!] },
    }),
    checkVatNumber: async () => ({ as: pia, body: { vatId: 'DE136695976' } }),
    previewPage: async () => ({ as: orla, body: { text: '# Terms' } }),
    previewLetter: async () => ({ as: orla, body: { kind: 'order' } }),
    previewPaper: async () => ({ as: orla, body: { footer: '', paymentText: '', closing: '' } }),
    checkPicture: async () => ({ as: orla, body: { address: 'https://pictures.example/a.png' } }),
  };
}

/** The calls of the table that make something, each with what it needs; every one can be made once. */
export async function actsOf(shop: TestShop): Promise<Partial<Record<RouteName, () => Promise<Act>>>> {
  const ada = await shop.person('Ada', 'admin');
  const alice = await shop.person('Alice');
  const people = await companyWithPeople(shop, 'Acts', { orderLimit: 50 });
  await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000 });
  const tool = await shop.tool({ name: 'Bench vice', sku: 'VICE-1', availableQuantity: 1_000_000 });
  const owed = await owing(shop, 'Owing', { termsDays: 30 });
  const made = async <T>(path: string, body: object, as: Person): Promise<T> => {
    const answer = await shop.call('POST', path, { as: as.token, body });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    ...buying(shop, { ada, alice, people, tool, made }),
    ...quoting(shop, { ada, alice, tool }),
    ...money(shop, { owed, alice, tool, made }),
    ...returning(shop, owed),
    ...office(shop, { ada, tool, made }),
    ...punchoutActs({ ada, people, made }),
    ...standingActs(shop, { alice, tool, made }),
  };
}

type Made = <T>(path: string, body: object, as: Person) => Promise<T>;
type Acts = Partial<Record<RouteName, () => Promise<Act>>>;
interface World {
  ada: Person;
  alice: Person;
  tool: { _id: string; name: string };
  people: People;
  made: Made;
}

let counter = 0;
const fresh = (what: string) => `${what}-${++counter}`;

function buying(shop: TestShop, { ada, alice, people, tool, made }: World): Acts {
  const { company, manager, approver } = people;
  const lines = [{ toolId: tool._id, quantity: 1 }];
  const list = () => made<NamedList>('/my-list', { name: fresh('List'), lines }, manager);
  const order = { name: 'x', address: '1 Dock Road', phone: '555', tool: tool.name, ...lines[0] };
  const waiting = () => waitingFor(shop, people, 8);
  const link = async () => ({ token: (await linksTo(shop, approver, await waiting())).at(-1)! });
  return {
    addOrder: async () => ({ as: alice, body: order }),
    cancelOrder: async () => ({ as: ada, path: { id: (await made<Order>('/order', order, alice))._id } }),
    joinBasket: async () => ({ as: alice, body: { lines } }),
    addNamedList: async () => ({ as: alice, body: { name: fresh('Van'), lines } }),
    mergeNamedList: async () => ({
      as: manager,
      path: { id: (await list())._id },
      body: { list: (await list())._id },
    }),
    giveNamedList: async () => ({ as: manager, path: { id: (await list())._id }, body: { companyId: company._id } }),
    makeBackup: async () => ({ as: ada, body: {} }),
    addReview: async () => ({ as: alice, body: { review: 'Cuts well', rating: 5 } }),
    addStockAlert: async () => ({
      as: alice,
      path: { id: (await shop.tool({ name: fresh('Sold out'), availableQuantity: 0 }))._id },
    }),
    makeBuyerKey: async () => ({ as: alice, body: { name: 'Agent', scopes: ['basket'] } }),
    addAddress: async () => ({ as: alice, body: { ...ADDRESS, label: 'Yard', name: 'A', phone: '555' } }),
    openCompany: async () => ({ as: alice, body: { ...NORDFJORD, name: 'Fjord' } }),
    addCompanyAddress: async () => ({
      as: manager,
      path: { id: company._id },
      body: { ...ADDRESS, label: 'Yard', name: 'A', phone: '555' },
    }),
    pastePartNumbers: async () => ({ as: manager, path: { id: company._id }, body: { text: 'VICE-1\tOUR-1' } }),
    inviteMember: async () => ({
      as: manager,
      path: { id: company._id },
      body: { email: 'new@people.test', role: 'buyer' },
    }),
    acceptCompanyInvitation: async () => {
      const carl = await shop.person(fresh('Carl'));
      await made(`/company/${company._id}/invitation`, { email: carl.email, role: 'buyer' }, manager);
      return { as: carl, body: { token: await tokenFor(shop, carl.email) } };
    },
    addCustomer: async () => ({ as: ada, body: { email: 'carl@people.test', name: 'Carl', phone: '555' } }),
    decideOrder: async () => ({
      as: approver,
      path: { id: (await waiting())._id },
      body: { decision: 'approve' },
    }),
    passApproval: async () => ({
      as: approver,
      path: { id: (await waiting())._id },
      body: { userId: manager.userId },
    }),
    decideByLetter: async () => ({ as: null, path: await link(), body: { decision: 'reject', note: 'No' } }),
    passByLetter: async () => ({ as: null, path: await link(), body: { userId: manager.userId } }),
  };
}

function quoting(shop: TestShop, { ada, alice, tool }: Pick<World, 'ada' | 'alice' | 'tool'>): Acts {
  const calls = quoteCalls(shop);
  const asked = async () => {
    const { body } = await calls.ask(alice.token, [[tool as Parameters<typeof calls.ask>[1][number][0], 2]]);
    return body;
  };
  const version = { lines: [{ toolId: tool._id, quantity: 2, unitPrice: 8 }], freight: 0, validUntil: SOMEDAY };
  const offered = async () => {
    const { _id } = await asked();
    const answer = await shop.call('POST', `/quote/${_id}/version`, { as: ada.token, body: version });
    return (await answer.json()) as Quote;
  };
  return {
    addQuote: async () => ({ as: alice, body: { lines: [{ toolId: tool._id, quantity: 2 }] } }),
    addQuoteVersion: async () => ({ as: ada, path: { id: (await asked())._id }, body: version }),
    withdrawQuote: async () => ({ as: ada, path: { id: (await offered())._id } }),
    addQuoteMessage: async () => ({ as: alice, path: { id: (await asked())._id }, body: { text: 'When?' } }),
    declineQuote: async () => ({ as: alice, path: { id: (await offered())._id }, body: { reason: 'Too dear' } }),
    takeBackDecline: async () => {
      const { _id } = await offered();
      await calls.decline(alice.token, _id);
      return { as: alice, path: { id: _id } };
    },
    acceptQuote: async () => ({
      as: alice,
      path: { id: (await offered())._id },
      body: { name: 'Alice', address: '1 Dock Road', phone: '555', version: 1, price: 16 },
    }),
  };
}

function money(
  shop: TestShop,
  { owed, alice, tool, made }: { owed: Owing } & Pick<World, 'alice' | 'tool' | 'made'>,
): Acts {
  const { bea, company } = owed;
  const unpaid = () => shop.order(alice.token, tool as Parameters<TestShop['order']>[1], 1);
  const transfer = () => ({ date: today(), reference: fresh('SEPA') });
  const paid = async () => {
    const order = await unpaid();
    await made(`/order/${order._id}/payment`, transfer(), bea);
    return { id: order._id };
  };
  const open = () => owed.order(10, { pay: 'account' });
  const paidEntry = async () => (await (await owed.pay(5)).json()) as AccountEntry;
  const statement = (text: string, amount = 7) => camtOf([{ amount, date: today(), text, payer: 'Owing' }]);
  const credited = async () => owed.pay(500).then(() => ({ id: company._id }));
  return {
    refundOrder: async () => ({ as: bea, path: await paid(), body: { amount: 1, reason: 'Dent' } }),
    askForRefund: async () => ({ as: alice, path: await paid(), body: { reason: 'Dent' } }),
    refuseRefund: async () => {
      const path = await paid();
      await made(`/order/${path.id}/refund-request`, { reason: 'Dent' }, alice);
      return { as: bea, path, body: { reason: 'It was whole' } };
    },
    chooseTransfer: async () => ({ as: alice, path: { id: (await unpaid())._id } }),
    recordPayment: async () => ({ as: bea, path: { id: (await unpaid())._id }, body: transfer() }),
    giveBack: async () => {
      const { _id, price } = await unpaid();
      await made(`/order/${_id}/payment`, { ...transfer(), amount: price + 5 }, bea);
      return { as: bea, path: { id: _id }, body: { ...transfer(), amount: 5 } };
    },
    closeOrder: async () => ({ as: bea, path: await paid(), body: { reason: 'Sold out' } }),
    undoPayment: async () => ({ as: bea, path: await paid(), body: { reason: 'Another order' } }),
    shipOrder: async () => ({ as: bea, path: await paid(), body: { carrier: 'DHL' } }),
    payAccount: async () => ({ as: bea, path: { id: company._id }, body: { amount: 3, ...transfer() } }),
    payOut: async () => ({ as: bea, path: await credited(), body: { amount: 1, ...transfer() } }),
    spendCredit: async () => ({ as: bea, path: await credited() }),
    writeOff: async () => {
      const { invoiceNumber } = await owed.order(1_000, { pay: 'account' });
      return {
        as: bea,
        path: { id: company._id },
        body: { invoiceNumber, amount: 1, reason: 'Too little to ask for' },
      };
    },
    reversePayment: async () => ({
      as: bea,
      path: { id: company._id, entryId: (await paidEntry())._id },
      body: { reason: 'Another company' },
    }),
    holdInvoice: async () => ({
      as: bea,
      path: { number: (await open()).invoiceNumber! },
      body: { held: true },
    }),
    holdReminders: async () => ({ as: bea, path: { id: company._id }, body: { held: true } }),
    importBank: async () => ({ as: bea, query: { name: 'bank' }, file: statement('Invoice 1') }),
    decideBankLine: async () => {
      const answer = await shop.app.fetch(
        new Request('http://shop.test/import/bank?name=bank', {
          method: 'POST',
          body: statement('From somebody'),
          headers: { authorization: `Bearer ${bea.token}`, origin: 'http://shop.test' },
        }),
      );
      const { _id, rows } = (await answer.json()) as BankImport;
      return { as: bea, path: { id: _id }, body: { row: rows[0]!.row, companyId: company._id } };
    },
  };
}

function office(shop: TestShop, { ada, tool, made }: Pick<World, 'ada' | 'tool' | 'made'>): Acts {
  const webhook = () =>
    made<{ _id: string }>('/webhook', { url: 'https://erp.example/hook', events: ['order.placed'] }, ada);
  const GOODS = { quantity: 5, day: '2099-01-01' };
  const batch = async () => (await made<{ _id: string }>(`/tool/${tool._id}/incoming`, GOODS, ada))._id;
  const dryRun = async () => {
    const answer = await shop.app.fetch(
      new Request('http://shop.test/import/tools?name=tools', {
        method: 'POST',
        body: row(fresh('Sheet')),
        headers: { authorization: `Bearer ${ada.token}`, origin: 'http://shop.test' },
      }),
    );
    return { id: ((await answer.json()) as { _id: string })._id };
  };
  return {
    addTool: async () => ({
      as: ada,
      body: {
        name: fresh('Plane'),
        description: 'Flat.',
        price: 1,
        availableQuantity: 1,
        minOrderQuantity: 1,
        image: '/pictures/hammer-640.webp',
      },
    }),
    changeStock: async () => ({ as: ada, path: { id: tool._id }, body: { change: 1, reason: 'Found' } }),
    announceIncoming: async () => ({ as: ada, path: { id: tool._id }, body: GOODS }),
    cancelIncoming: async () => ({ as: ada, path: { id: await batch() }, body: {} }),
    receiveIncoming: async () => ({ as: ada, path: { id: await batch() }, body: { quantity: 3 } }),
    countStock: async () => ({
      as: ada,
      body: { lines: [{ toolId: tool._id, expected: 1, counted: 2, reason: 'Found' }] },
    }),
    addDocument: async () => ({
      as: ada,
      path: { id: tool._id },
      query: { kind: 'datasheet', name: 'Facts', language: 'en' },
      file: '%PDF-1 facts',
    }),
    sendDocumentFile: async () => ({ as: ada, query: { name: 'facts.pdf' }, file: '%PDF-1 facts' }),
    uploadPicture: async () => ({
      as: ada,
      file: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c8500a' } })
        .png()
        .toBuffer(),
    }),
    addPriceList: async () => ({ as: ada, body: { name: fresh('Trade'), percentOff: 5 } }),
    importTools: async () => ({ as: ada, query: { name: 'tools' }, file: row(fresh('Sheet')) }),
    importPrices: async () => {
      const { _id } = await made<{ _id: string }>('/price-list', { name: fresh('Trade'), percentOff: 5 }, ada);
      return { as: ada, query: { list: _id }, file: 'SKU,Price\nVICE-1,5\n' };
    },
    commitImport: async () => ({ as: ada, path: await dryRun() }),
    undoImport: async () => {
      const path = await dryRun();
      await made(`/import/${path.id}/commit`, {}, ada);
      return { as: ada, path };
    },
    makeApiKey: async () => ({ as: ada, body: { name: 'ERP', scopes: ['tools.read'] } }),
    makeWebhook: async () => ({
      as: ada,
      body: { url: 'https://erp.example/hook', events: ['order.placed'] },
    }),
    renewWebhookSecret: async () => ({ as: ada, path: { id: (await webhook())._id } }),
    testWebhook: async () => ({ as: ada, path: { id: (await webhook())._id } }),
    sendAgain: async () => {
      const { _id } = await webhook();
      const { _id: delivery } = await made<WebhookDelivery>(`/webhook/${_id}/test`, {}, ada);
      return { as: ada, path: { id: _id, delivery } };
    },
    invite: async () => ({ as: ada, body: { email: fresh('staff') + '@people.test', role: 'sales' } }),
    putBack: async () => {
      const edited = await shop.tool({ name: fresh('Edited') });
      const { name, version } = edited;
      const answer = await shop.call('PUT', `/tool/${edited._id}`, {
        as: ada.token,
        body: {
          name,
          description: 'x',
          price: 12,
          availableQuantity: 100,
          minOrderQuantity: 1,
          image: '/pictures/hammer-640.webp',
          version,
        },
      });
      if (!answer.ok) throw new Error(await answer.text());
      const entries = (await (await shop.call('GET', '/audit', { as: ada.token })).json()) as {
        _id: string;
        action: string;
      }[];
      return { as: ada, path: { id: entries.find(({ action }) => action === 'tool.price-changed')!._id } };
    },
  };
}
