import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { dayPlus } from '#contract/days.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { camtOf } from './bank-files-for-tests.ts';

/** How banks write the same payment. */

let shop: TestShop;
let owed: Owing;
let invoice: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  owed = await owing(shop, 'Forms', { termsDays: 30 });
  invoice = (await owed.order(1234, { pay: 'account' })).invoiceNumber!;
});
afterAll(() => shop.close());

const send = async (file: string | Uint8Array<ArrayBuffer>) => {
  const answer = await shop.app.fetch(
    new Request('http://shop.test/import/bank?name=statement', {
      method: 'POST',
      body: file,
      headers: { authorization: `Bearer ${owed.bea.token}`, origin: 'http://shop.test' },
    }),
  );
  expect(answer.status).toBe(201);
  return (await answer.json()) as BankImport;
};
const told = ({ rows }: BankImport) => rows.map(({ date, amount, outcome }) => [date, amount, outcome]);
/** The 23rd of a December that is over. */
const YEAR = Number(today().slice(0, 4)) - 1;
const DAY = `${YEAR}-12-23`;

describe('the day of a payment', () => {
  it.each([
    ['20YY1223'],
    ['20YY/12/23'],
    ['20YY.12.23'],
    ['20YY-12-23 10:11:12'],
    ['20YY-12-23T10:11:12Z'],
    ['23.12.20YY'],
    ['23.12.YY'],
    ['23/12/20YY'],
    ['23/12/YY'],
    ['12/23/20YY'],
    ['23-12-20YY'],
    ['23/12/20YY 10:11'],
    ['23 Dec 20YY'],
    ['23-Dec-20YY'],
    ['23-DEC-YY'],
    ['"Dec 23, 20YY"'],
    ['December 23 20YY'],
    ['23. Dezember 20YY'],
    ['23. des. 20YY'],
  ])('is understood as %s', async (written) => {
    const date = written.replace('YY', String(YEAR).slice(2));
    const found = await send(`Date,Reference,Amount\n${date},${invoice},1234.00\n`);
    expect(found.errors).toEqual([]);
    expect(told(found)).toEqual([[DAY, 1234, 'matched']]);
  });

  it('with slashes is one that has begun, or the day is first where commas are decimal; else it is asked for', async () => {
    const csv = (date: string) => `Date,Reference,Amount\n${date},${invoice},1234.00\n`;
    const next = Number(today().slice(0, 4)) + 1;
    // One of the two has not begun.
    const only = await send(`Date,Reference,Amount\n01/02/${next - 2},rent,1\n01/02/${next - 2},rent,2\n`);
    expect(only.errors[0]).toMatchObject({ column: 'date', message: expect.stringContaining('the day or the month') });
    expect(told(await send(csv(`05/05/${YEAR}`)))).toEqual([[`${YEAR}-05-05`, 1234, 'matched']]);
    const german = await send(`Datum;Verwendungszweck;Betrag\n05/11/${YEAR};${invoice};1234,00\n`);
    expect(told(german)).toEqual([[`${YEAR}-11-05`, 1234, 'matched']]);
  });

  it('that has not begun is matched with nothing, so that the others of its file are recorded', async () => {
    const found = await send(`Date,Reference,Amount\n${dayPlus(today(), 2)},${invoice},1234.00\n`);
    expect(told(found)).toEqual([[dayPlus(today(), 2), 1234, 'unmatched']]);
  });
});

describe('an amount', () => {
  it.each([
    ['1234.00', 1234],
    ['"1,234.00"', 1234],
    ['"1 234,00"', 1234],
    ["1'234.00", 1234],
    ['+1234', 1234],
    ['$1234.00', 1234],
    ['1234.00 USD', 1234],
    ['1234.00 CR', 1234],
    ['1234.00-', -1234],
    ['(1234.00)', -1234],
    ['"−1,234.00"', -1234],
    ['1234.00 DR', -1234],
  ])('is understood as %s', async (written, amount) => {
    const found = await send(`Date,Reference,Amount\n${DAY},${invoice},${written}\n`);
    expect(found.errors).toEqual([]);
    expect(told(found)).toEqual([[DAY, amount, amount > 0 ? 'matched' : 'outgoing']]);
  });

  it.each([
    ['Debit/Credit', 'Debit', 'Credit'],
    ['Dr/Cr', 'DR', 'CR'],
    ['Dr / Cr', 'Dr.', 'Cr.'],
    ['Direction', 'Debited', 'Credited'],
    ['CDT/DBT Ind', 'DBT', 'CDT'],
    ['Soll/Haben', 'S', 'H'],
    ['Af Bij', 'Af', 'Bij'],
    ['Credit Debit Indicator', 'DBIT', 'CRDT'],
  ])('went out where the column %s says so', async (heading, went, came) => {
    const found = await send(
      `Date,Reference,Amount,${heading}\n${DAY},${invoice},1234.00,${went}\n${DAY},${invoice},1234.00,${came}\n`,
    );
    expect(told(found)).toEqual([
      [DAY, -1234, 'outgoing'],
      [DAY, 1234, 'matched'],
    ]);
  });
});

describe('columns', () => {
  const amount = '1234.00';
  it.each([
    ['Booking date,Value date,Payer,Payment details,Credit,Debit', () => `${DAY},${DAY},M,${invoice},${amount},`],
    ['Buchungstag;Valuta;Auftraggeber;Zweck;Betrag (USD)', () => `23.12.${YEAR};24.12.${YEAR};M;${invoice};1234,00`],
    ['Valuta;Auftraggeber;Zweck;Haben;Soll', () => `23.12.${YEAR};M;${invoice};1234,00;`],
    ['Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto', () => `23.12.${YEAR};${invoice};23.12.${YEAR};;1234,00`],
    ['Datum;Naam / Omschrijving;Af Bij;Bedrag (USD);Mededelingen', () => `${YEAR}1223;M;Bij;1234,00;${invoice}`],
    [
      'Date completed (UTC),Type,Reference,Payer,Amount,Payment currency',
      () => `${DAY},TOPUP,${invoice},M,${amount},USD`,
    ],
    ['Transaction Date,Narrative,Transaction Amount', () => `${DAY},${invoice},${amount}`],
    ['Date,Description,Withdrawals,Deposits,Balance', () => `${DAY},${invoice},,${amount},99999.00`],
    ['Dag,Beskrivelse,Beløb,Saldo', () => `${DAY},${invoice},${amount},99999.00`],
    ['Umsatz in USD;Buchung;Verwendungszweck', () => `1234,00;23.12.${YEAR};${invoice}`],
    ['Datum;Beschreibung;Betrag ($)', () => `23.12.${YEAR};${invoice};1234,00`],
    ['Buchungsdatum;Partnername;Betrag;Währung;Buchungs-Details', () => `23.12.${YEAR};M;1234,00;USD;${invoice}`],
    ['Datum;Avisierungstext;Gutschrift in USD;Lastschrift in USD', () => `23.12.${YEAR};${invoice};1234.00;`],
    ['Datum;Buchungstext;Gutschrift USD;Saldo USD;Zahlungszweck', () => `23.12.${YEAR};M;1234.00;9999.00;${invoice}`],
    ['Bokföringsdag;Belopp;Avsändare;Rubrik;Saldo;Valuta', () => `${DAY};1234,00;M;${invoice};9999,00;USD`],
    ['Dato;Tekst;Beløb;Saldo', () => `23.12.${YEAR};${invoice};1.234,00;9.999,00`],
    ['Date,Amount,Transaction Reference', () => `${DAY},${amount},${invoice}`],
    ['Date,Amount,Invoice number', () => `${DAY},${amount},${invoice}`],
    ['Datum;Betrag;Rechnungsnummer', () => `23.12.${YEAR};1234,00;${invoice}`],
  ])('called %s are recognised', async (heading, row) => {
    const found = await send(`${heading}\n${row()}\n`);
    expect(found.errors).toEqual([]);
    expect(told(found)).toEqual([[DAY, 1234, 'matched']]);
  });

  it('that name another currency say so of all their payments', async () => {
    for (const heading of ['Amount (EUR)', 'Amount in EUR', 'Amount EUR', 'Amount (€)', 'Amount in euros']) {
      const found = await send(`Date,Reference,${heading}\n${DAY},${invoice},1234.00\n`);
      expect(told(found)).toEqual([[DAY, 1234, 'foreign']]);
    }
  });

  it('hold an amount in another currency, and the others are matched', async () => {
    for (const written of ['€1234.00', '1234.00 EUR', '€ 1234.00 CR', 'Fr. 1234.00', '1234.00 kr.', '"€1,234.00"']) {
      const found = await send(`Date,Reference,Amount\n${DAY},${invoice},1234.00\n${DAY},${invoice},${written}\n`);
      expect([written, found.errors, told(found)]).toEqual([
        written,
        [],
        [
          [DAY, 1234, 'matched'],
          [DAY, 1234, 'foreign'],
        ],
      ]);
    }
    const out = await send(`Date,Reference,Amount\n${DAY},${invoice},-€1234.00\n${DAY},x,12 apples\n`);
    expect(told(out)).toEqual([[DAY, -1234, 'outgoing']]);
    expect(out.errors).toMatchObject([{ row: 3, column: 'amount' }]);
  });

  it('called Valuta hold days, whatever else says the currency', async () => {
    const rows = ['EUR', 'USD'].map((currency) => `23.12.${YEAR};23.12.${YEAR};${invoice};1234,00;${currency}`);
    const found = await send(`Buchungstag;Valuta;Verwendungszweck;Betrag;Währung\n${rows.join('\n')}\n`);
    expect(told(found)).toEqual([
      [DAY, 1234, 'foreign'],
      [DAY, 1234, 'matched'],
    ]);
  });

  it('have sums below them that are no payments, and a payment without a day is asked about', async () => {
    const found = await send(`Date,Reference,Amount\n${DAY},${invoice},1234.00\nTotal,,1234.00\n,late,5.00\n`);
    expect(told(found)).toEqual([[DAY, 1234, 'matched']]);
    expect(found.errors).toMatchObject([{ row: 4, column: 'date' }]);
  });

  it('have balances and notes around them that are no payments, and a payment without an amount is asked about', async () => {
    const rows = ['Kontostand;24.12.2020;;USD', `${DAY};Beginning balance;;USD`, `${DAY};${invoice};1234,00;USD`];
    const file = `Buchungstag;Verwendungszweck;Betrag;Währung\n${rows.join('\n')}\n`;
    const found = await send(file);
    expect([told(found), found.errors]).toEqual([[[DAY, 1234, 'matched']], []]);
    expect((await send(`${file}${DAY};late;;USD\n`)).errors).toMatchObject([{ row: 5, column: 'amount' }]);
  });
});

describe('CAMT.053', () => {
  const entry = (more: string, amount = '1234.00', inside = `<RmtInf><Ustrd>INVOICE</Ustrd></RmtInf>`) =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>${DAY}</Dt></BookgDt>
      <NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls></Ntry>`.replaceAll('INVOICE', invoice);
  const file = (statements: string[]) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${statements
      .map((each) => `<Stmt>${each}</Stmt>`)
      .join('')}</BkToCstmrStmt></Document>`;

  it('is read whatever prefix its names have, and with several statements', async () => {
    const prefixed = file([entry(''), ''])
      .replaceAll(/<(\/?)([A-Z])/g, '<$1ns2:$2')
      .replace('xmlns=', 'xmlns:ns2=');
    expect(told(await send(prefixed))).toEqual([[DAY, 1234, 'matched']]);
    const two = await send(file([entry(''), entry('', '5.00', '<RmtInf><Ustrd>other</Ustrd></RmtInf>')]));
    expect(told(two)).toEqual([
      [DAY, 1234, 'matched'],
      [DAY, 5, 'unmatched'],
    ]);
  });

  it('may say what a payment is for beside its remittance information', async () => {
    const plain = invoice.replace('-', '');
    const referred = (text: string) => `<RmtInf><Strd><CdtrRefInf><Ref>${text}</Ref></CdtrRefInf></Strd></RmtInf>`;
    for (const inside of [
      '<AddtlTxInf>Invoice INVOICE</AddtlTxInf>',
      '<RmtInf><Strd><AddtlRmtInf>INVOICE</AddtlRmtInf></Strd></RmtInf>',
      referred(`RF18${plain}`),
      referred(`RF18 ${plain.slice(0, 4)} ${plain.slice(4, 8)} ${plain.slice(8)}`),
    ])
      expect([inside, told(await send(file([entry('', '1234.00', inside)])))]).toEqual([
        inside,
        [[DAY, 1234, 'matched']],
      ]);
  });

  it('is read in other encodings than UTF-8', async () => {
    const latin = file([entry('', '1234.00', `<RmtInf><Ustrd>INVOICE Müller</Ustrd></RmtInf>`)]);
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const bytes = Buffer.from(encoding === 'latin1' ? latin : `\uFEFF${latin}`, encoding);
      const found = await send(new Uint8Array(bytes));
      expect(found.rows[0]).toMatchObject({ outcome: 'matched', reference: `${invoice} Müller` });
    }
  });

  it('has amounts with more decimals, and sums of what was instructed in another currency', async () => {
    expect(told(await send(file([entry('', '1234.000')])))).toEqual([[DAY, 1234, 'matched']]);
    const exchanged = `<AmtDtls><InstdAmt><Amt Ccy="EUR">1000.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">1000.00</Amt></TxAmt></AmtDtls>
      <RmtInf><Ustrd>INVOICE</Ustrd></RmtInf>`;
    expect(told(await send(file([entry('', '1234.00', exchanged)])))).toEqual([[DAY, 1234, 'matched']]);
  });

  it('holds one payment where the sums within a booking are not what was booked', async () => {
    const part = (amount: string, currency: string) =>
      `<TxDtls><Amt Ccy="${currency}">${amount}</Amt><RmtInf><Ustrd>INVOICE</Ustrd></RmtInf></TxDtls>`;
    const booking = (parts: string) =>
      entry('', '1234.00', `</TxDtls>${parts}<TxDtls>`).replaceAll('<TxDtls></TxDtls>', '');
    const of = async (parts: string) => told(await send(file([booking(parts)])));
    expect(await of(part('1234.00', 'USD') + part('6.00', 'USD'))).toEqual([[DAY, 1234, 'matched']]);
    expect(await of(part('1000.00', 'EUR') + part('234.00', 'USD'))).toEqual([[DAY, 1234, 'matched']]);
    expect(await of(part('1000.00', 'USD') + part('234.00', 'USD'))).toEqual([
      [DAY, 1000, 'suggested'],
      [DAY, 234, 'suggested'],
    ]);
  });

  it('takes back entries: neither what came back nor what the bank takes again pays an invoice', async () => {
    const reversal = '<RvslInd>true</RvslInd>';
    const found = await send(
      file([entry(reversal), entry(reversal).replace('CRDT', 'DBIT'), entry('<RvslInd>false</RvslInd>')]),
    );
    expect(told(found)).toEqual([
      [DAY, 1234, 'unmatched'],
      [DAY, -1234, 'outgoing'],
      [DAY, 1234, 'matched'],
    ]);
    expect(found.rows[1]?.why).toContain('reversed an earlier payment');
  });

  it('has payments in another currency, which nobody records as if they were in the shop’s', async () => {
    const found = await send(camtOf([{ amount: 1234, date: DAY, text: invoice, currency: 'EUR' }]));
    expect(told(found)).toEqual([[DAY, 1234, 'foreign']]);
    const body = { row: found.rows[0]?.row, companyId: owed.company._id };
    const decided = await shop.call('POST', `/bank-import/${found._id}/payment`, { as: owed.bea.token, body });
    expect([decided.status, await decided.json()]).toMatchObject([409, { code: 'LINE_FOREIGN' }]);
    expect(await owed.account()).toMatchObject({ open: 1234, credit: 0 });
  });
});
