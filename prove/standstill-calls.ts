import type { RouteName } from '#contract/routes.ts';
import type { Buyer } from './buyer.ts';
import type { HeavyCall, OpenRoute } from './standstill-call.ts';
import { bankFile, MISTYPED, PASTES, TRADE_WORDS, words } from './standstill-pastes.ts';
import { RETURN_CALLS } from './standstill-returns.ts';
import type { World } from './standstill-world.ts';

type Makes = (world: World) => HeavyCall | Promise<HeavyCall>;

const STREET = { street: '1 Dock Road', postalCode: '1', town: 'Bergen', country: 'NO' };
const NO_ID = '01aaaaaaaaaaaaaaaaaaaaaaaa';
const LONG = 'Mögen wörter — with “marks” ' as const;
const filled = (length: number) =>
  LONG.repeat(Math.ceil(length / LONG.length))
    .slice(0, length)
    .trim();
let made = 0;
const fresh = (what: string) => `${what} ${++made}`;
/** What the shop's own people send. */
export const OF_STAFF: Record<string, [RouteName, Makes]> = {
  'a bank file of 3,000 payments full of numbers': [
    'importBank',
    ({ admin }) => ({ as: admin, query: { name: 'bank.csv' }, file: bankFile() }),
  ],
};

const open =
  (path: (world: World) => Promise<Record<string, string>>): Makes =>
  async (world) => ({
    as: world.alice,
    path: await path(world),
  });
const alone: Makes = ({ alice }) => ({ as: alice });
const company: Makes = ({ alice, companyId }) => ({ as: alice, path: { id: companyId } });

const contact = { name: filled(190), address: filled(490), phone: '5' };
const notes = { purchaseOrder: 'PO 1', buyerReference: 'R 1', note: filled(990) };
const order = (world: World, more: object = {}) => ({ ...contact, ...notes, lines: world.lines, ...more });

async function ordered(world: World, more: object = {}, as?: Buyer): Promise<{ id: string }> {
  const { _id: id } = await world.made('/order', order(world, more), as);
  return { id };
}
const unpaid = (world: World) => ordered(world);
/** Of a company, on account: with an invoice at once, of which nothing was made yet. */
const owed = (world: World) => ordered(world, { companyId: world.companyId, pay: 'account' });
const waiting = (world: World) => ordered(world, { companyId: world.companyId }, world.bob);
const credited = async (world: World) => {
  const { id } = await owed(world);
  const refund = await world.made(`/order/${id}/refund`, { all: true, reason: 'Bent' }, world.admin);
  return { id, refund: refund._id };
};
const paid = async (world: World) => {
  const { id } = await unpaid(world);
  const date = new Date().toISOString().slice(0, 10);
  await world.made(`/order/${id}/payment`, { date, reference: fresh('SEPA') }, world.admin);
  return { id };
};
const asked = async (world: World) => ({ id: (await world.made('/quote', { lines: world.lines }))._id });
const offered = async (world: World) => {
  const { id } = await asked(world);
  const lines = world.lines.map((line) => ({ ...line, unitPrice: 1 }));
  const version = { lines, freight: 0, validUntil: '2099-12-31', note: filled(1_900) };
  const { versions } = await world.made(`/quote/${id}/version`, version, world.admin);
  const [{ price }] = versions as [{ price: number }];
  return { id, price };
};
const list = async ({ made, lines }: World) => ({ id: (await made('/my-list', { name: fresh('List'), lines }))._id });

/** What is only looked at is made once for each shop. */
const there = new WeakMap<World, Map<string, Promise<Record<string, string>>>>();
function kept<T extends Record<string, string>>(world: World, what: string, make: () => Promise<T>): Promise<T> {
  const known = there.get(world) ?? new Map<string, Promise<Record<string, string>>>();
  there.set(world, known);
  const one = (known.get(what) as Promise<T> | undefined) ?? make();
  known.set(what, one);
  return one;
}
const offer = (world: World) => kept(world, 'offer', async () => ({ id: (await offered(world)).id }));

const hard = { q: words(MISTYPED, 195), limit: '100' };
const narrowed = ({ attribute }: World) => ({
  q: words(TRADE_WORDS, 195),
  limit: '100',
  sort: `-attr.${attribute}`,
  inStock: 'true',
  minPrice: '0.01',
  maxPrice: '9999999',
});
const gone = { path: { id: NO_ID }, status: 404 };
const byLetter = { path: { token: 'x'.repeat(43) }, status: 404 };

/** Each of them at its worst, by the names of the table. What is not found is so for whoever has not got it. */
export const CALLS: Record<OpenRoute, Makes> = {
  listTools: () => ({ query: hard }),
  suggestTools: () => ({ query: { q: hard.q } }),
  getTool: ({ lines }) => ({ path: { id: lines[0]!.toolId } }),
  listCategories: () => ({}),
  listAttributeNames: () => ({}),
  listFacets: (world) => ({ query: narrowed(world) }),
  suggestFacets: () => ({ query: { q: hard.q } }),
  getDocument: ({ lines }) => ({ path: { id: lines[0]!.toolId, document: NO_ID }, status: 404 }),
  listPages: () => ({}),
  getPage: () => ({ path: { slug: 'terms' }, status: 404 }),
  findStockAlert: ({ alice, lines }) => ({ as: alice, path: { id: lines[0]!.toolId } }),
  addStockAlert: ({ alice, lines }) => ({ as: alice, path: { id: lines[0]!.toolId }, status: 409 }),
  removeStockAlert: ({ alice, lines }) => ({ as: alice, path: { id: lines[0]!.toolId } }),
  getImport: ({ alice }) => ({ ...gone, as: alice, status: 403 }),
  commitImport: ({ alice }) => ({ ...gone, as: alice, body: {}, status: 403 }),
  price: ({ lines }) => ({ body: { lines, country: 'NO' } }),
  bmecat: alone,
  getBasket: ({ alice, companyId }) => ({ as: alice, query: { companyId } }),
  replaceBasket: ({ alice, lines }) => ({ as: alice, body: { lines } }),
  changeBasket: ({ alice, lines }) => ({ as: alice, body: { lines } }),
  joinBasket: ({ alice, lines }) => ({ as: alice, body: { lines } }),
  checkVatNumber: ({ alice }) => ({ as: alice, body: { vatId: 'DE123456788' } }),
  namedLists: alone,
  addNamedList: ({ alice, lines }) => ({ as: alice, body: { name: fresh('List'), lines } }),
  getNamedList: open((world) => kept(world, 'list', () => list(world))),
  listDocuments: open((world) => kept(world, 'list', () => list(world))),
  editNamedList: async (world) => ({ as: world.alice, path: await list(world), body: { lines: world.lines } }),
  changeNamedList: async (world) => ({ as: world.alice, path: await list(world), body: { lines: world.lines } }),
  mergeNamedList: async (world) => ({
    as: world.alice,
    path: await list(world),
    body: { list: (await list(world)).id },
  }),
  giveNamedList: async (world) => ({
    as: world.alice,
    path: await list(world),
    body: { companyId: world.companyId },
  }),
  removeNamedList: open(list),
  getStandingOrder: open(list),
  setStandingOrder: async (world) => ({ as: world.alice, path: await list(world), body: { every: 'month', day: 31 } }),
  skipStandingOrder: async (world) => ({ as: world.alice, path: await list(world), body: {} }),
  stopStandingOrder: open(list),
  readOrderLines: (world) => ({ body: { text: PASTES['a thousand names of tools']!(world) } }),
  addOrder: (world) => ({ as: world.alice, body: order(world) }),
  listOrders: ({ alice }) => ({ as: alice, query: { email: alice.email, state: 'all', q: filled(190) } }),
  getOrderOfKey: ({ alice }) => ({ as: alice, query: { key: 'k' }, status: 404 }),
  getOrder: open(owed),
  whatClosingGives: open(owed),
  deleteOrder: open(unpaid),
  closeOrder: async (world) => ({ as: world.alice, path: await owed(world), body: { reason: filled(490) } }),
  listOrderEvents: open(owed),
  changeOrderDetails: async (world) => ({ as: world.alice, path: await unpaid(world), body: notes }),
  listApprovals: alone,
  getStanding: open((world) => kept(world, 'waiting', () => waiting(world))),
  decideOrder: async (world) => ({ as: world.alice, path: await waiting(world), body: { decision: 'approve' } }),
  passApproval: async (world) => ({
    as: world.alice,
    path: await kept(world, 'waiting', () => waiting(world)),
    body: { userId: world.approverId },
  }),
  getApproval: () => byLetter,
  decideByLetter: () => ({ ...byLetter, body: { decision: 'approve' } }),
  passByLetter: () => ({ ...byLetter, body: { userId: NO_ID } }),
  receipt: open(paid),
  invoice: open(owed),
  creditNote: open(credited),
  invoiceXml: async (world) => ({ as: world.alice, path: await owed(world), query: { format: 'cii' } }),
  creditNoteXml: async (world) => ({ as: world.alice, path: await credited(world), query: { format: 'cii' } }),
  invoiceFormats: open(owed),
  creditNoteFormats: open(credited),
  deliveryNote: async (world) => ({ as: world.alice, path: { ...(await owed(world)), shipment: NO_ID }, status: 404 }),
  proForma: open((world) => kept(world, 'unpaid', () => unpaid(world))),
  certificates: async (world) => ({ as: world.alice, path: await owed(world), status: 404 }),
  orderDocuments: open(owed),
  addQuote: ({ alice, lines }) => ({ as: alice, body: { lines, message: filled(1_900) } }),
  listQuotes: ({ alice }) => ({ as: alice, query: { q: filled(190) } }),
  getQuote: open(offer),
  addQuoteMessage: async (world) => ({ as: world.alice, path: await offer(world), body: { text: filled(1_990) } }),
  declineQuote: async (world) => ({
    as: world.alice,
    path: { id: (await offered(world)).id },
    body: { reason: filled(1_990) },
  }),
  takeBackDecline: async (world) => {
    const { id } = await offered(world);
    await world.made(`/quote/${id}/decline`, {});
    return { as: world.alice, path: { id } };
  },
  acceptQuote: async (world) => {
    const { id, price } = await offered(world);
    return { as: world.alice, path: { id }, body: { ...contact, ...notes, version: 1, price } };
  },
  quotePaper: open(offer),
  ...RETURN_CALLS,
  payOrder: async (world) => ({
    as: world.alice,
    path: await kept(world, 'unpaid', () => unpaid(world)),
    body: { transactionId: 'pi_1' },
    status: 402,
  }),
  createPaymentIntent: async (world) => ({
    as: world.alice,
    body: { order: (await kept(world, 'unpaid', () => unpaid(world))).id },
  }),
  listRefunds: open(credited),
  askForRefund: async (world) => ({
    as: world.alice,
    path: await paid(world),
    body: { reason: filled(990), lines: world.lines },
  }),
  paymentWays: open((world) => kept(world, 'unpaid', () => unpaid(world))),
  chooseTransfer: open(unpaid),
  listReviews: () => ({}),
  addReview: ({ alice }) => ({ as: alice, body: { review: filled(1_990), rating: 5 } }),
  listAddresses: alone,
  addAddress: ({ alice }) => ({ as: alice, body: { ...STREET, label: 'Yard', name: 'A', phone: '5' } }),
  changeAddress: async ({ alice, made: makes }) => ({
    as: alice,
    path: { id: (await makes('/my-address', { ...STREET, label: 'Yard', name: 'A', phone: '5' }))._id },
    body: { ...STREET, label: 'Yard 2', name: 'A', phone: '5' },
  }),
  removeAddress: async ({ alice, made: makes }) => ({
    as: alice,
    path: { id: (await makes('/my-address', { ...STREET, label: 'Yard', name: 'A', phone: '5' }))._id },
  }),
  openCompany: ({ alice }) => ({ as: alice, body: { name: fresh(filled(190)), invoiceAddress: STREET } }),
  myCompanies: alone,
  myBuyer: alone,
  chooseBuyer: ({ alice, companyId }) => ({ as: alice, body: { companyId } }),
  getCompany: company,
  editCompany: ({ alice, companyId }) => ({
    as: alice,
    path: { id: companyId },
    body: { costCentres: Array.from({ length: 500 }, (_, index) => ({ code: `C${index}`, name: filled(110) })) },
  }),
  listMembers: company,
  changeMember: ({ alice, companyId, memberId }) => ({
    as: alice,
    path: { id: companyId, userId: memberId },
    body: { role: 'buyer', orderLimit: 1 },
  }),
  removeMember: async ({ alice, admin, companyId, made: makes }) => {
    const body = { email: `new${++made}@people.test`, name: 'New', companyId, role: 'buyer' };
    return { as: alice, path: { id: companyId, userId: (await makes('/customer', body, admin))._id } };
  },
  inviteMember: ({ alice, companyId }) => ({
    as: alice,
    path: { id: companyId },
    body: { email: `new${++made}@people.test`, role: 'buyer' },
  }),
  listCompanyInvitations: company,
  withdrawCompanyInvitation: async ({ alice, companyId, made: makes }) => {
    const invited = await makes(`/company/${companyId}/invitation`, {
      email: `new${++made}@people.test`,
      role: 'buyer',
    });
    return { as: alice, path: { id: companyId, invitationId: invited._id } };
  },
  acceptCompanyInvitation: ({ alice }) => ({ as: alice, body: { token: 'x'.repeat(43) }, status: 404 }),
  listCompanyAddresses: company,
  addCompanyAddress: ({ alice, companyId }) => ({
    as: alice,
    path: { id: companyId },
    body: { ...STREET, label: 'Yard', name: 'A', phone: '5' },
  }),
  changeCompanyAddress: async ({ alice, companyId, made: makes }) => {
    const body = { ...STREET, label: 'Yard', name: 'A', phone: '5' };
    const { _id: addressId } = await makes(`/company/${companyId}/address`, body);
    return { as: alice, path: { id: companyId, addressId }, body };
  },
  removeCompanyAddress: async ({ alice, companyId, made: makes }) => {
    const body = { ...STREET, label: 'Yard', name: 'A', phone: '5' };
    const { _id: addressId } = await makes(`/company/${companyId}/address`, body);
    return { as: alice, path: { id: companyId, addressId } };
  },
  getAccount: company,
  getCredit: company,
  listEntries: company,
  statementPdf: company,
  statementCsv: company,
  beginCompanyPayment: async (world) => {
    await owed(world);
    const entries = await world.alice.call('GET', `/company/${world.companyId}/entries?open=true`);
    const invoices = (entries.body as unknown as { document: string }[]).map(({ document }) => document);
    return { as: world.alice, path: { id: world.companyId }, body: { invoices: invoices.slice(0, 100) } };
  },
  confirmCompanyPayment: ({ alice, companyId }) => ({
    as: alice,
    path: { id: companyId },
    body: { transactionId: 'pi_1' },
    status: 402,
  }),
  companyPrices: ({ alice, companyId, lines }) => ({
    as: alice,
    query: {
      companyId,
      ids: lines
        .slice(0, 100)
        .map(({ toolId }) => toolId)
        .join(','),
    },
  }),
  listPartNumbers: ({ alice, companyId }) => ({ as: alice, path: { id: companyId }, query: { q: filled(190) } }),
  setPartNumber: ({ alice, companyId, lines }) => ({
    as: alice,
    path: { id: companyId, toolId: lines[0]!.toolId },
    body: { number: fresh('OUR') },
  }),
  removePartNumber: ({ alice, companyId, lines }) => ({
    as: alice,
    path: { id: companyId, toolId: lines[0]!.toolId },
  }),
  pastePartNumbers: ({ alice, companyId, skus }) => ({
    as: alice,
    path: { id: companyId },
    body: { text: skus.map((sku) => `${sku}\tOUR-${sku}`).join('\n') },
  }),
  listBuyerKeys: alone,
  makeBuyerKey: ({ alice }) => ({ as: alice, body: { name: fresh('Key'), scopes: ['basket'] } }),
  revokeBuyerKey: async ({ alice, made: makes }) => ({
    as: alice,
    path: { id: (await makes('/my-api-key', { name: fresh('Key'), scopes: ['basket'] }))._id },
  }),
  shopFront: () => ({}),
  healthz: () => ({}),
  servez: () => ({}),
  readyz: () => ({}),
  publicConfig: () => ({}),
  openapi: () => ({}),
  updateUser: ({ alice }) => ({ as: alice, path: { email: alice.email }, body: { name: 'Alice' } }),
  getProfile: ({ alice }) => ({ as: alice, path: { email: alice.email } }),
  getMyData: ({ alice }) => ({ as: alice, path: { email: alice.email } }),
  isAdmin: ({ alice }) => ({ as: alice, path: { email: alice.email } }),
};
