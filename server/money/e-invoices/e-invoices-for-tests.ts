import { lineCents } from '#contract/buying/line-cents.ts';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import * as fc from 'fast-check';
import { taxOn } from '#contract/buying/pricing.ts';
import { EXPORT, INTRA_COMMUNITY } from '#contract/office/tax.ts';
import { sumOf } from './codes.ts';
import { type EInvoice, type InvoiceTax, PIECE } from '#server/buying/order-tables/e-invoice.ts';

/** Text as people write it: any script, signs that XML minds, now and then a control character. */
const words = (longest: number) =>
  fc
    .oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom('Claw Hammer 16 oz', 'Schraubenschlüssel 13 mm <Chrom>', 'Ключ & ключ', '扳手 “13”'),
      },
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: longest }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('a\u0001b', `${'Very long '.repeat(18)}name`, ']]>', 'ends with a tab\t'),
      },
    )
    .map((text) => `T ${text}`);

/** The rules take a rate below a half percent for none (BR-CO-17 rounds it). */
const percents = fc.oneof(
  fc.constantFrom(19, 20, 8.875, 99.9999, 5.5),
  fc.integer({ min: 5_000, max: 999_999 }).map((n) => n / 10_000),
);

const taxes: fc.Arbitrary<Omit<InvoiceTax, 'cents'>> = fc.oneof(
  percents.map((percent) => ({ category: 'S' as const, percent, reason: null })),
  fc.constantFrom(
    { category: 'Z' as const, percent: 0, reason: null },
    { category: 'K' as const, percent: 0, reason: INTRA_COMMUNITY },
    { category: 'G' as const, percent: 0, reason: EXPORT },
    { category: 'O' as const, percent: 0, reason: null },
  ),
);

const lines = fc.array(
  fc.record({
    name: words(200),
    sku: fc.constantFrom('', 'HAM-CL-16H', 'BLT-M10-50'),
    buyerNumber: fc.constantFrom('', '4711/A'),
    unitCode: fc.constant(PIECE),
    goods: fc.oneof(
      fc.record({ quantity: fc.integer({ min: 1, max: 100_000 }), unitCents: fc.constantFrom(1, 2) }),
      fc.record({ quantity: fc.integer({ min: 1, max: 20 }), unitCents: fc.integer({ min: 1, max: 50_000 }) }),
    ),
    priceUnit: fc.constantFrom(...PRICE_UNITS),
    origin: fc.constantFrom(null, 'DE', 'BD'),
  }),
  { minLength: 1, maxLength: 51 },
);

const parts = fc.record({
  kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
  offers: fc.constantFrom(
    [],
    [
      { percent: 3, days: 10, until: '2026-12-03', cents: 9_700 },
      { percent: 2.25, days: 20, until: '2026-12-13', cents: 9_775 },
    ],
  ),
  sequence: fc.integer({ min: 1, max: 999_999 }),
  lines,
  freight: fc.constantFrom(0, 1, 735, 9_900),
  lessCents: fc.constantFrom(0, 0, 0, 1),
  tax: taxes,
  how: fc.constantFrom('card' as const, 'transfer' as const),
  isPaid: fc.boolean(),
  isShipped: fc.boolean(),
  note: fc.oneof(fc.constant(''), words(300)),
  name: words(100),
  purchaseOrder: fc.constantFrom('', 'PO-1', ' '),
  costCentre: fc.constantFrom('', 'Site 4', '<4711> & Søn'),
});

/** Invoices and credit notes as the shop makes them, with all that each format asks for. */
export const eInvoices: fc.Arbitrary<EInvoice> = parts.map((given) => {
  const priced = given.lines.map(({ goods, priceUnit, ...line }) => ({
    ...line,
    ...goods,
    ...(priceUnit === 1 ? {} : { priceUnit }),
    cents: Number(lineCents(goods.quantity, goods.unitCents, priceUnit)),
  }));
  const extras = [
    ...(given.freight === 0 ? [] : [{ name: 'Delivery', cents: given.freight }]),
    ...(given.lessCents === 0 ? [] : [{ name: 'Given back before', cents: -given.lessCents }]),
  ];
  const netCents = sumOf(priced) + sumOf(extras);
  const tax = { ...given.tax, cents: Number(taxOn(BigInt(netCents), given.tax.percent)) };
  const totalCents = netCents + tax.cents;
  const paidCents = given.isPaid ? totalCents : 0;
  const number = `2026-${String(given.sequence).padStart(6, '0')}`;
  const isNote = given.kind === 'credit-note';
  return {
    kind: given.kind,
    number: isNote ? `CN-${number}` : number,
    issuedOn: '2026-11-23',
    currency: 'EUR',
    corrects: isNote ? { number: '2026-000001', issuedOn: '2026-11-01' } : null,
    dueOn: given.isPaid ? null : '2026-12-23',
    suppliedOn: given.isShipped ? '2026-11-22' : null,
    note: given.note,
    seller: {
      name: 'Remscheider Werkzeug GmbH',
      vatId: 'DE136695976',
      registration: 'HRB 12345',
      address: { lines: ['Hammerweg 1'], city: 'Remscheid', postalCode: '42853', state: '', country: 'DE' },
      contact: { name: 'Karin Schmied', phone: '+49 2191 555', email: 'karin@werkzeug.example' },
      peppolId: '9930:DE136695976',
    },
    buyer: {
      name: given.name,
      vatId: given.tax.category === 'S' ? '' : 'FR40303265045',
      registration: '',
      address: {
        lines: ['1 Rue', 'Bâtiment B', 'Étage 3'],
        city: 'Lyon',
        postalCode: '69001',
        state: '',
        country: 'FR',
      },
      contact: { name: 'Alice', phone: '+33 555 55', email: 'alice@buyer.example' },
      peppolId: '0225:303265045',
    },
    deliverTo: {
      name: given.name,
      address: { lines: ['1 Rue'], city: 'Lyon', postalCode: '69001', state: '', country: 'FR' },
    },
    buyerReference: 'Dept 7',
    purchaseOrder: given.purchaseOrder,
    ...(given.costCentre === '' ? {} : { costCentre: given.costCentre }),
    orderNumber: '10001',
    lines: priced,
    extras,
    tax,
    netCents,
    totalCents,
    paidCents,
    dueCents: totalCents - paidCents,
    payment: {
      how: given.how,
      reference: '10001',
      account: { iban: 'DE02120300000000202051', holder: 'Remscheider Werkzeug', bic: 'BYLADEM1001' },
      terms: given.isPaid ? '' : 'Due 23 Dec 2026',
      ...(given.isPaid || given.kind === 'credit-note' || given.offers.length === 0
        ? {}
        : { cashDiscount: given.offers.map((each) => ({ ...each })) }),
    },
  };
});
