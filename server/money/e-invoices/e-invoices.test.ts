import * as fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { E_INVOICE_FORMATS } from '#contract/money/papers.ts';
import { ciiOf } from './cii.ts';
import { amount } from './codes.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { eInvoices } from './e-invoices-for-tests.ts';
import { missingFacts } from './missing-facts.ts';
import { ublOf } from './ubl.ts';
import { xmlOf } from './xml.ts';

const [sample] = fc.sample(eInvoices, { numRuns: 1, seed: 1 }) as [EInvoice];
const one = { ...sample, suppliedOn: '2026-11-22' };
const document = (xml: string) => parseDocument(xml, { xmlMode: true });
/** The names of an element's children, in order. */
const childrenOf = (xml: string, root: string): string[] =>
  elements(document(xml).children)
    .find(({ name }) => name === root)!
    .children.flatMap((node) => ('name' in node ? [node.name] : []));

function elements(nodes: ReturnType<typeof document>['children']): { name: string; children: typeof nodes }[] {
  return nodes.flatMap((node) => ('children' in node && 'name' in node ? [node, ...elements(node.children)] : []));
}

const DOMESTIC = { category: 'S', percent: 19, reason: null, cents: 19 } as const;

/** What stands between the first such tag and its end. */
const said = (xml: string, tag: string) => new RegExp(`<${tag}[ >][^<]*`).exec(xml)?.[0].replace(/^[^>]*>/, '');

describe('an e-invoice', () => {
  it('says no day of supply where nothing has left, and from when it is where goods go to another member state', () => {
    const before = { ...one, suppliedOn: null };
    const within = { ...before, tax: { ...one.tax, category: 'K' as const, percent: 0 } };
    for (const xml of [ublOf(before, 'peppol'), ublOf(before, 'xrechnung'), ciiOf(before)])
      expect(xml).not.toMatch(/ActualDeliver|InvoicePeriod|BillingSpecifiedPeriod/);
    for (const xml of [ublOf(within, 'peppol'), ublOf(within, 'xrechnung'), ciiOf(within)])
      expect(xml).not.toMatch(/ActualDeliver/);
    expect(ublOf(within, 'peppol')).toContain(`<cbc:StartDate>${one.issuedOn}</cbc:StartDate>`);
    expect(ciiOf(within)).toMatch(/<ram:BillingSpecifiedPeriod>\s*<ram:StartDateTime>/);
    for (const xml of [ublOf(one, 'peppol'), ciiOf(one)]) expect(xml).toMatch(/ActualDeliver/);
  });

  it('says a cash discount in the lines that XRechnung has programs read in the terms, the last of which ends', () => {
    const cashDiscount = [
      { percent: 3, days: 10, until: '2026-12-03', cents: 9_700 },
      { percent: 2.25, days: 20, until: '2026-12-13', cents: 9_775 },
    ];
    const terms = 'To be paid by 23 December 2026';
    const owed: EInvoice = { ...one, payment: { ...one.payment, terms, cashDiscount } };
    const lines = `${terms}\n#SKONTO#TAGE=10#PROZENT=3.00#\n#SKONTO#TAGE=20#PROZENT=2.25#\n`;
    expect(ublOf(owed, 'xrechnung')).toContain(`<cbc:Note>${lines}</cbc:Note>`);
    expect(ciiOf(owed)).toContain(`<ram:Description>${lines}</ram:Description>`);
    const without = { ...one, payment: { ...one.payment, terms } };
    expect(ublOf({ ...without, payment: { ...without.payment, cashDiscount: [] } }, 'xrechnung')).toContain(
      `<cbc:Note>${terms}</cbc:Note>`,
    );
  });

  it('says the sums of its paper to the cent in every format', () => {
    fc.assert(
      fc.property(eInvoices, (invoice) => {
        for (const xml of [ublOf(invoice, 'peppol'), ublOf(invoice, 'xrechnung')]) {
          expect(said(xml, 'cbc:PayableAmount')).toBe(amount(invoice.dueCents));
          expect(said(xml, 'cbc:TaxInclusiveAmount')).toBe(amount(invoice.totalCents));
          expect(said(xml, 'cbc:TaxAmount')).toBe(amount(invoice.tax.cents));
          expect(said(xml, 'cbc:TaxExclusiveAmount')).toBe(amount(invoice.netCents));
        }
        const cii = ciiOf(invoice);
        expect(said(cii, 'ram:DuePayableAmount')).toBe(amount(invoice.dueCents));
        expect(said(cii, 'ram:GrandTotalAmount')).toBe(amount(invoice.totalCents));
        expect(said(cii, 'ram:TaxTotalAmount')).toBe(amount(invoice.tax.cents));
        expect(said(cii, 'ram:TaxBasisTotalAmount')).toBe(amount(invoice.netCents));
      }),
      { numRuns: 40 },
    );
  });

  it('has the elements of UBL in the order of its schema', () => {
    const invoice = ublOf(
      {
        ...one,
        kind: 'invoice',
        note: 'Note',
        costCentre: 'Site 4',
        corrects: null,
        extras: [{ name: 'Van', cents: 5 }],
      },
      'peppol',
    );
    expect([...new Set(childrenOf(invoice, 'Invoice'))]).toEqual(
      `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:IssueDate cbc:DueDate cbc:InvoiceTypeCode cbc:Note cbc:DocumentCurrencyCode
       cbc:AccountingCost cbc:BuyerReference cac:OrderReference cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery
       cac:PaymentMeans cac:PaymentTerms cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal cac:InvoiceLine`
        .split(/\s+/)
        .filter((name) => invoice.includes(`<${name}>`) || invoice.includes(`<${name} `)),
    );
    const note = ublOf(
      { ...one, kind: 'credit-note', corrects: { number: '2026-000001', issuedOn: '2026-11-01' } },
      'peppol',
    );
    const names = childrenOf(note, 'CreditNote');
    expect(names.indexOf('cac:BillingReference')).toBeGreaterThan(names.indexOf('cac:OrderReference'));
    expect(names).not.toContain('cbc:DueDate');
    expect(names.at(-1)).toBe('cac:CreditNoteLine');
  });

  it('names the rules that it keeps', () => {
    expect(said(ublOf(one, 'peppol'), 'cbc:CustomizationID')).toBe(
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    );
    expect(said(ublOf(one, 'xrechnung'), 'cbc:CustomizationID')).toBe(
      'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    );
    expect(ciiOf(one)).toContain('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>');
  });

  it('names no VAT identifier where nothing is subject to VAT', () => {
    const outside: EInvoice = { ...one, tax: { category: 'O', percent: 0, reason: null, cents: 0 } };
    for (const xml of [ublOf(outside, 'peppol'), ciiOf(outside)]) {
      expect(xml).toContain('VATEX-EU-O');
      expect(xml).not.toMatch(/CompanyID>DE136695976|schemeID="VA"/);
    }
  });

  it.each([
    ['S', 'DE136695976', '', null],
    ['S', 'EIN 12-3456789', 'HRB 1', null],
    ['S', 'EIN 12-3456789', '', 'EIN 12-3456789'],
    ['O', 'DE136695976', '', 'karin@werkzeug.example'],
    ['O', '', '', 'karin@werkzeug.example'],
    ['O', '', 'HRB 1', null],
  ] as const)(
    'tells who sells whatever the shop knows of itself: %s, VAT number %j, register %j',
    (category, vatId, registration, identifier) => {
      const tax = { category, percent: category === 'S' ? 19 : 0, reason: null, cents: 0 };
      const invoice: EInvoice = { ...one, tax, seller: { ...one.seller, vatId, registration } };
      const ubl = /<cac:PartyIdentification>\s*<cbc:ID>([^<]*)/.exec(ublOf(invoice, 'peppol'))?.[1] ?? null;
      const cii = /<ram:SellerTradeParty>\s*<ram:ID>([^<]*)/.exec(ciiOf(invoice))?.[1] ?? null;
      expect([ubl, cii]).toEqual([identifier, identifier]);
    },
  );

  it('names the Canary Islands as the standard lists them, as Spain', () => {
    const address = { ...one.deliverTo.address, country: 'IC' };
    const invoice: EInvoice = { ...one, deliverTo: { name: 'A', address }, buyer: { ...one.buyer, address } };
    for (const xml of [ublOf(invoice, 'peppol'), ciiOf(invoice)]) {
      expect(xml).toContain('>ES<');
      expect(xml).not.toContain('>IC<');
    }
  });

  it('names no place of delivery to Germany whose town is not known, and no tax asks for', () => {
    const address = { lines: ['Hauptstraße 5', '50667 Köln'], city: '', postalCode: '', state: '', country: 'DE' };
    const invoice: EInvoice = { ...one, tax: DOMESTIC, deliverTo: { name: 'Site 4', address } };
    const german = ublOf(invoice, 'xrechnung');
    expect(german).toContain('>Site 4<');
    expect(german).not.toContain('50667 Köln');
    const whole = { ...address, city: 'Köln', postalCode: '50667' };
    expect(ublOf({ ...invoice, deliverTo: { name: 'A', address: whole } }, 'xrechnung')).toContain('>Köln<');
    for (const xml of [ublOf(invoice, 'peppol'), ciiOf(invoice)]) expect(xml).toContain('50667 Köln');
  });

  it('writes text that XML minds as text, and leaves out what it has no place for', () => {
    expect(xmlOf('a', { b: '<&>"\u0000\u0001\ud800 ', c: '', d: { e: null } })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b>&lt;&amp;&gt;&quot;\ufffd</b>\n</a>\n',
    );
  });
});

describe('what is missing for an e-invoice', () => {
  const nobody = { name: '', phone: '', email: '' };
  const nowhere = { lines: [], city: '', postalCode: '', state: '', country: 'DE' };

  it('is nothing where all is known', () => {
    for (const format of E_INVOICE_FORMATS) expect(missingFacts(one, format)).toEqual([]);
  });

  it.each([
    ['peppol', { buyer: { ...one.buyer, peppolId: '' } }, ['peppolId']],
    ['peppol', { seller: { ...one.seller, peppolId: '' } }, ['company.peppolId']],
    ['cii', { buyer: { ...one.buyer, peppolId: '' } }, []],
    ['xrechnung', { buyerReference: ' ' }, ['buyerReference']],
    ['peppol', { buyerReference: '' }, []],
    [
      'xrechnung',
      { seller: { ...one.seller, contact: nobody } },
      ['company.contact.name', 'company.contact.phone', 'company.contact.email'],
    ],
    ['xrechnung', { deliverTo: { name: 'A', address: nowhere }, tax: DOMESTIC }, []],
    [
      'xrechnung',
      { deliverTo: { name: 'A', address: nowhere }, tax: { ...DOMESTIC, category: 'K', percent: 0, cents: 0 } },
      ['deliveryAddress.town', 'deliveryAddress.postalCode'],
    ],
    [
      'xrechnung',
      { buyer: { ...one.buyer, address: nowhere, contact: nobody, peppolId: '' } },
      ['invoiceAddress.town', 'invoiceAddress.postalCode', 'invoiceEmail'],
    ],
    [
      'cii',
      { tax: { category: 'K', percent: 0, reason: '', cents: 0 }, buyer: { ...one.buyer, vatId: '' } },
      ['vatId'],
    ],
    [
      'cii',
      { tax: { category: 'G', percent: 0, reason: '', cents: 0 }, seller: { ...one.seller, vatId: '001234567-0101' } },
      ['company.vatId'],
    ],
    [
      'cii',
      {
        tax: { category: 'S', percent: 15, reason: null, cents: 0 },
        seller: { ...one.seller, vatId: '001234567-0101' },
      },
      [],
    ],
    [
      'cii',
      { tax: { category: 'K', percent: 0, reason: '', cents: 0 }, buyer: { ...one.buyer, vatId: 'el 094259216' } },
      [],
    ],
    [
      'cii',
      {
        tax: { category: 'O', percent: 0, reason: null, cents: 0 },
        seller: { ...one.seller, registration: '', contact: nobody },
      },
      ['company.registration'],
    ],
    [
      'cii',
      { buyer: { ...one.buyer, name: '\u0001 \u0085' }, lines: [{ ...one.lines[0]!, name: '\u0002' }] },
      ['name', 'lines.0.tool'],
    ],
    ['cii', { tax: { category: 'S', percent: 0.4, reason: null, cents: 0 } }, ['tax']],
  ] as [(typeof E_INVOICE_FORMATS)[number], Partial<EInvoice>, string[]][])('%s: %j', (format, change, paths) => {
    expect(missingFacts({ ...one, ...change }, format).map(({ path }) => path)).toEqual(paths);
  });
});

describe('what Peppol asks of sellers of one country', () => {
  const { address } = one.seller;
  const bare = { lines: [], city: '', postalCode: '', state: '' };
  const from = (country: string, more: Partial<EInvoice['seller']> = {}, rest: Partial<EInvoice> = {}): EInvoice => ({
    ...one,
    tax: { category: 'S', percent: 25, reason: null, cents: 0 },
    ...rest,
    seller: { ...one.seller, address: { ...address, country }, ...more },
  });
  const to = (country: string): Partial<EInvoice> => ({
    buyer: { ...one.buyer, address: { ...one.buyer.address, country } },
  });

  it.each([
    ['NL', from('NL', { registration: '' }), []],
    ['NL', from('NL', { registration: 'KVK 12345678' }), []],
    ['NL', from('NL', { registration: 'HRB 1' }), ['company.registration']],
    [
      'NL, an address without its parts',
      from('NL', { registration: '', address: { ...bare, country: 'NL' } }),
      ['company.invoiceAddress.street', 'company.invoiceAddress.town', 'company.invoiceAddress.postalCode'],
    ],
    [
      'NL to NL',
      from('NL', { registration: '' }, { buyer: { ...one.buyer, address: { ...bare, country: 'NL' } } }),
      ['invoiceAddress.street', 'invoiceAddress.town', 'invoiceAddress.postalCode'],
    ],
    ['DK', from('DK', { registration: '' }), ['company.registration']],
    ['DK', from('DK', { registration: 'CVR 12 34 56 78' }), []],
    ['IS', from('IS', { registration: '5501119999' }), []],
    ['IS to IS', from('IS', { registration: '5501119999' }, to('IS')), ['registration']],
    ['IT', from('IT', { vatId: 'RSSMRA85T10A562S' }), []],
    ['IT', from('IT', { vatId: '1 2' }), ['company.vatId']],
    ['GR', from('GR'), ['company.country']],
    ['NO', from('NO', { vatId: 'NO 923 609 016' }), []],
    ['NO', from('NO', { vatId: 'NO12345678' }), ['company.vatId']],
    ['SE', from('SE', { vatId: 'SE556188840401' }), []],
    ['SE', from('SE', { vatId: 'SE5561888404' }), ['company.vatId']],
    [
      'SE',
      from('SE', { vatId: 'SE556188840401' }, { tax: { category: 'S', percent: 20, reason: null, cents: 0 } }),
      ['tax'],
    ],
    ['DE to DE', from('DE', {}, { ...to('DE'), buyerReference: '' }), ['buyerReference']],
    ['BE', from('BE', { registration: '' }), []],
  ] as [string, EInvoice, string[]][])('%s', (_what, invoice, paths) => {
    expect(missingFacts(invoice, 'peppol').map(({ path }) => path)).toEqual(paths);
    expect(missingFacts(invoice, 'cii')).toEqual([]);
  });

  it.each([
    ['NL', 'KVK 12345678', 'schemeID="0106">12345678<'],
    ['NL', '00000001234567890000', 'schemeID="0190">00000001234567890000<'],
    ['DK', '12345678', 'schemeID="0184">DK12345678<'],
    ['IS', '550111-9999', 'schemeID="0196">5501119999<'],
    ['DE', 'HRB 12345', '<cbc:CompanyID>HRB 12345<'],
  ])('the register of companies of %s is named with its scheme: %s', (country, registration, written) => {
    expect(ublOf(from(country, { registration }), 'peppol')).toContain(written);
  });

  it.each([
    ['DE', 'card', true, '68'],
    ['NL', 'card', true, '48'],
    ['DK', 'card', true, '48'],
    ['NL', 'transfer', true, '58'],
    ['NL', 'transfer', false, '57'],
    ['DE', 'transfer', false, '1'],
  ] as const)('%s says of a %s, account known: %s, %s', (country, how, hasAccount, code) => {
    const account = hasAccount ? { iban: 'NL91ABNA0417164300', holder: 'Shop', bic: '' } : null;
    const invoice = from(country, {}, { payment: { how, reference: '1', account, terms: '' } });
    expect(said(ublOf(invoice, 'peppol'), 'cbc:PaymentMeansCode')).toBe(code);
  });

  it('a rate is named between Germans where there is none', () => {
    const tax = { category: 'O' as const, percent: 0, reason: null, cents: 0 };
    expect(ublOf(from('DE', {}, { ...to('DE'), tax }), 'peppol')).toContain('<cbc:Percent>0</cbc:Percent>');
    expect(ublOf(from('DE', {}, { tax }), 'peppol')).not.toContain('cbc:Percent');
  });

  it.each([
    ['EM:bills@acier.example', false],
    ['0037:12345678', false],
    ['0007:5561888404', true],
    ['0007:5561888405', false],
    ['0184:DK12345678', true],
    ['0184:1234567', false],
    ['0151:51824753556', true],
    ['0151:51824753557', false],
    ['9930:DE136695976', true],
  ])('%s is where Peppol delivers: %s', (peppolId, delivers) => {
    const invoice: EInvoice = { ...one, buyer: { ...one.buyer, peppolId } };
    expect(missingFacts(invoice, 'peppol').map(({ path }) => path)).toEqual(delivers ? [] : ['peppolId']);
    expect(missingFacts(invoice, 'xrechnung')).toEqual([]);
  });
});
