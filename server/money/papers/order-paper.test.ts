import { describe, expect, it } from 'vitest';
import { orderWith } from '#server/buying/orders/placing-for-tests.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { creditNotePdf, invoicePdf, type PaperParts, proFormaPdf, receiptPdf } from './order-paper.ts';
import { packingSlipsPdf } from './packing-slips.ts';
import { wordsIn } from '#server/engine/words/words.ts';
import { printedWords } from './printed-words-for-tests.ts';

const at = new Date('2026-03-04T10:00:00.000Z');
const line = {
  toolId: '01tool',
  tool: 'Claw hammer 16 oz',
  sku: 'HAM-CL-16H',
  buyerNumber: null,
  unitPrice: 12.35,
  quantity: 100,
  unit: null,
  unitName: null,
  unitQuantity: null,
  priceUnit: 1,
  price: 1235,
  shipped: 40,
  refunded: 0,
  left: 60,
  awaited: [],
};
const order = orderWith({
  lines: [line],
  goods: 1235,
  freight: 20,
  tax: 188.25,
  taxName: 'VAT',
  taxPercent: 15,
  price: 1443.25,
  purchaseOrder: 'PO-77',
  paid: true,
  paidAt: at.toISOString(),
  transactionId: 'pi_3abc',
  invoiceNumber: '2026-000007',
});
const bankAccount = { holder: 'Tradebench Tools', account: 'DE02120300000000202051', bic: 'BYLADEM1001', bank: '' };
const parts: PaperParts = {
  say: wordsIn({ language: 'en', currency: 'USD', zone: 'UTC' }),
  order,
  seller: { company: { ...DEFAULTS.company, vatId: 'BD123', bankAccount }, logo: null },
  buyer: { ...order, company: 'Zoë Łukasz Sp. z o.o.', vatId: 'PL5260001246' },
  logo: null,
  format: 'a4',
};
const invoice = { number: '2026-000007', at, suppliedOn: '2026-03-05' };
const wordsOf = async (pdf: Promise<Uint8Array>) => printedWords(await pdf);
const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length;

describe('the papers of a company', () => {
  const of = { ...order, costCentre: 'Site-4', buyerReference: 'R 12', lines: [{ ...line, buyerNumber: 'NB 100/7' }] };

  it('say what it calls the tool, for which of its accounts it is, and its reference', async () => {
    const words = await wordsOf(invoicePdf({ ...parts, order: of }, invoice));
    for (const said of ['Your number NB 100/7', 'Cost centre', 'Site-4', 'Your reference', 'R 12'])
      expect(words).toContain(said);
    const slip = await wordsOf(packingSlipsPdf([of], { ...parts.seller, currency: 'USD', timeZone: 'UTC' }, 'a4'));
    for (const said of ['Your number NB 100/7', 'Cost centre', 'Site-4']) expect(slip).toContain(said);
  });

  it('say nothing of all this to who bought for themselves', async () => {
    const words = await wordsOf(invoicePdf(parts, invoice));
    for (const said of ['Your number', 'Cost centre', 'Your reference']) expect(words).not.toContain(said);
  });
});

describe('an invoice', () => {
  it('that is owed says where the money goes, and what to write on it; one that is paid does not', async () => {
    const owed = await wordsOf(
      invoicePdf({ ...parts, order: { ...order, paid: false, dueAt: '2026-04-03' } }, invoice),
    );
    for (const said of ['How to pay', 'with the reference 2026-000007', 'DE02 1203 0000 0000 2020 51', 'BYLADEM1001'])
      expect(owed).toContain(said);
    expect(await wordsOf(invoicePdf(parts, invoice))).not.toContain('How to pay');
    const noBank = { ...parts.seller, company: { ...parts.seller.company, bankAccount: null } };
    const nowhere = { ...parts, seller: noBank, order: { ...order, paid: false } };
    const byCard = await wordsOf(invoicePdf(nowhere, invoice));
    for (const said of ['How to pay', 'By card', noBank.company.email]) expect(byCard).toContain(said);
  });

  it('without tax says why, in the words of its e-invoice', async () => {
    const untaxed = { ...order, tax: 0, taxName: null, taxPercent: null, taxNote: null };
    expect(await wordsOf(invoicePdf({ ...parts, order: untaxed }, invoice))).toContain('Not subject to VAT');
    expect(await wordsOf(invoicePdf(parts, invoice))).not.toContain('Not subject to VAT');
  });

  it('says who sells as its e-invoice does: the address in parts, and the number in the register', async () => {
    const invoiceAddress = {
      street: 'Hammerweg 1',
      extra: '',
      postalCode: '42853',
      town: 'Remscheid',
      region: '',
      country: 'DE',
    };
    const company = { ...parts.seller.company, invoiceAddress, registration: 'HRB 12345' };
    const words = await wordsOf(invoicePdf({ ...parts, seller: { company, logo: null } }, invoice));
    for (const said of ['Hammerweg 1', '42853 Remscheid', 'Germany', 'HRB 12345']) expect(words).toContain(said);
    expect(words).not.toContain('Dhaka');
  });

  it('says all that a tax office asks for', async () => {
    const words = await wordsOf(invoicePdf(parts, invoice));
    for (const said of [
      'Invoice 2026-000007',
      '4 Mar 2026',
      '10001 of 3 Mar 2026',
      'PO-77',
      'Tradebench Tools',
      'VAT number BD123',
      'Zoë Łukasz Sp. z o.o.'.split(' ')[0]!,
      'VAT number PL5260001246',
      'HAM-CL-16H',
      'Claw hammer 16 oz',
      '$12.35',
      '$1,235.00',
      '$20.00',
      '$1,255.00',
      'VAT 15 % on $1,255.00',
      '$188.25',
      '$1,443.25',
      'pi_3abc',
      'Page 1 of 1',
    ])
      expect(words).toContain(said);
  });

  it('says why there is no tax', async () => {
    const taxNote = 'Reverse charge: the buyer accounts for the tax';
    const words = await wordsOf(
      invoicePdf({ ...parts, order: { ...order, tax: 0, taxPercent: null, taxName: null, taxNote } }, invoice),
    );
    expect(words.replaceAll('\n', ' ')).toContain(taxNote);
  });

  it('of a thousand lines has them all, with heads and numbers on every page', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) => ({ ...line, toolId: `${index}`, sku: `S-${index}` }));
    const pdf = await invoicePdf({ ...parts, order: { ...order, lines, lineCount: 1000 } }, invoice);
    const pages = pagesOf(pdf)!;
    const words = printedWords(pdf);
    expect(words.match(/^S-\d+$/gm)).toHaveLength(1000);
    expect(words.match(/^Unit price$/gm)!.length).toBeGreaterThanOrEqual(pages - 1);
    for (let page = 1; page <= pages; page++) expect(words).toContain(`Page ${page} of ${pages}`);
  });

  it('shows names in any script, from the right where they are read so', async () => {
    const buyer = { ...parts.buyer, company: 'ঢাকা টুলস', name: '北京扳手', address: 'شارع دبي' };
    const words = (await wordsOf(invoicePdf({ ...parts, buyer }, invoice))).replaceAll('\n', '');
    expect(words).toContain('北京扳手');
    // Some glyphs stand for several letters: those of one word are all there, in whatever order they are drawn.
    for (const letter of 'ঢাকাটুলসشارعدبي') expect(words).toContain(letter);
    expect(words.indexOf('ب')).toBeLessThan(words.indexOf('ش'));
  });

  it.each(['شَارِعُ', '\u0600\u0610', '\u06dd\u0651'])('shows %j, whatever marks its letters have', async (company) => {
    const words = await wordsOf(invoicePdf({ ...parts, buyer: { ...parts.buyer, company } }, invoice));
    for (const letter of company) expect(words).toContain(letter);
  });

  it('is as large as the paper that is asked for', async () => {
    const size = async (format: PaperParts['format']) =>
      /\/MediaBox \[0 0 ([\d. ]+)\]/.exec(
        Buffer.from(await invoicePdf({ ...parts, format }, invoice)).toString('latin1'),
      )?.[1];
    expect([await size('a4'), await size('letter')]).toEqual(['595.28 841.89', '612 792']);
  });
});

const refund = {
  _id: 'r1',
  amount: 34.5,
  tax: 4.5,
  lines: [],
  reason: 'Two were bent',
  creditNotes: [],
  state: 'sent' as const,
  createdAt: at.toISOString(),
};

it('a receipt shows what was given back and why', async () => {
  const words = await wordsOf(
    receiptPdf({ ...parts, order: { ...order, refunded: 34.5 } }, at, [
      refund,
      { ...refund, state: 'failed', reason: 'Nonsense' },
    ]),
  );
  expect(words).toContain('Two were bent');
  expect(words).toContain('-$34.50');
  expect(words).toContain('$1,408.75');
  expect(words).not.toContain('Nonsense');
});

it('a credit note names its invoice, net and tax, and says when the money came back', async () => {
  const note = { number: 'CN-2026-000001', at, invoice, total: 34.5, tax: 4.5 };
  const words = await wordsOf(creditNotePdf(parts, note, refund));
  for (const said of ['Credit note CN-2026-000001', '2026-000007 of 4 Mar 2026', '-$30.00', '-$4.50', '-$34.50'])
    expect(words).toContain(said);
  expect(words).not.toContain('void');
  expect(await wordsOf(creditNotePdf(parts, note, { ...refund, state: 'failed' }))).toContain('void');
});

it('a credit note names its lines, and adds up with the freight that it gives back', async () => {
  const note = { number: 'CN-2026-000002', at, invoice, total: 51.4, tax: 6.7 };
  const lines = [
    { toolId: '01tool', tool: 'Claw hammer 16 oz', sku: 'HAM-CL-16H', quantity: 2, price: 24.7, backToStock: 2 },
  ];
  const words = await wordsOf(creditNotePdf(parts, note, { ...refund, amount: 51.4, tax: 6.7, lines }));
  for (const said of ['HAM-CL-16H', '-$24.70', order.deliveryName, '-$20.00', '-$44.70', '-$6.70', '-$51.40'])
    expect(words).toContain(said);
});

it('a pro forma says until when the order is held and where the money goes', async () => {
  const { paidAt: _, transactionId: __, invoiceNumber: ___, ...rest } = order;
  const unpaid = { ...rest, paid: false, holdUntil: '2026-03-06T10:00:00.000Z' };
  const words = await wordsOf(proFormaPdf({ ...parts, order: unpaid }, 'https://shop.test/pay'));
  for (const said of [
    'Pro forma invoice 10001',
    '6 Mar 2026',
    'IBAN: DE02 1203 0000 0000 2020 51',
    'BIC: BYLADEM1001',
    'with the reference 10001',
  ])
    expect(words).toContain(said);
});

it('packing slips say what is left to pack and no prices, each counted by itself', async () => {
  const pdf = await packingSlipsPdf(
    [order, { ...order, number: '10002' }],
    { ...parts.seller, currency: 'USD', timeZone: 'UTC' },
    'a4',
  );
  const words = printedWords(pdf);
  expect(pagesOf(pdf)).toBe(2);
  for (const said of ['Packing slip 10001', 'Packing slip 10002', 'HAM-CL-16H', '60']) expect(words).toContain(said);
  expect(words.match(/Page 1 of 1/g)).toHaveLength(2);
  expect(words).not.toContain('$');
});

describe('whoever listens to a paper', () => {
  it('hears its title as a heading and its lines as a table, and no foot between them', async () => {
    const pdf = Buffer.from(await invoicePdf(parts, invoice)).toString('latin1');
    expect(pdf).toMatch(/\/MarkInfo \d+ 0 R/);
    const kinds = [...pdf.matchAll(/\/S \/(Document|H1|P|Table|TR|TH|TD|Figure)\b/g)].map(([, kind]) => kind);
    expect(kinds.filter((kind) => kind === 'H1')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'Table')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'TR')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'TH')).toHaveLength(6);
    expect(kinds.filter((kind) => kind === 'TD')).toHaveLength(6);
  });
});
