import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { bankCalls, camtOf } from './bank-files-for-tests.ts';

/** What the bank has not booked is no money, whatever it calls it. */

let shop: TestShop;
let owed: Owing;
let invoice: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  owed = await owing(shop, 'Pending', { termsDays: 30 });
  invoice = (await owed.order(1234, { pay: 'account' })).invoiceNumber!;
});
afterAll(() => shop.close());

const bank = () => bankCalls(shop, owed.bea.token);
const YEAR = Number(today().slice(0, 4)) - 1;
const DAY = `${YEAR}-12-23`;

describe('a row that is not booked', () => {
  it.each([
    ['Status', 'Pending', 'Cleared'],
    ['State', 'PENDING', 'COMPLETED'],
    ['State', 'REVERTED', 'COMPLETED'],
    ['State', 'DECLINED', 'COMPLETED'],
    ['Status', 'Authorised', 'Posted'],
    ['Status', 'Not booked', 'Booked'],
    ['Info', 'Umsatz vorgemerkt', 'Umsatz gebucht'],
    ['Info', 'Umsatz vorgemerkt und nicht gebucht', 'Umsatz gebucht'],
    ['Umsatzstatus', 'Vorgemerkt', 'Gebucht'],
    ['Status', 'Abgelehnt', 'Abgeschlossen'],
    ['Statut', 'En attente', 'Comptabilisé'],
    ['Estado', 'Pendiente', 'Contabilizado'],
    ['Stato', 'Non contabilizzato', 'Contabilizzato'],
    ['Status', 'In behandeling', 'Verwerkt'],
    ['Status', 'Reserverad', 'Bokförd'],
    ['Status', 'Venter', 'Udført'],
    ['Tila', 'Odottaa', 'Kirjattu'],
    ['Stav', 'Čekající', 'Zaúčtováno'],
    ['Nobody knows this heading', 'Pending', ''],
    ['Status', 'A word that nobody knows', ''],
  ])('of which %s says %s settles nothing; one that says %s does', async (heading, pending, booked) => {
    const row = (status: string) => `${status};${DAY};${invoice};1234.00`;
    const found = await bank().read(`${heading};Date;Reference;Amount\n${row(pending)}\n${row(booked)}\n`);
    expect(found.errors).toEqual([]);
    expect(found.rows.map(({ outcome }) => outcome)).toEqual(['pending', 'matched']);
  });

  it.each([
    ['Pending', 'yes', 'no'],
    ['Vorgemerkt', 'ja', ''],
    ['Booked', 'no', `${YEAR}-12-23`],
    ['Gebucht', '', 'ja'],
    ['Pending', 'perhaps', 'false'],
  ])('of which a column %s says %s settles nothing; one that says "%s" does', async (heading, pending, booked) => {
    const row = (said: string) => `${DAY},${invoice},1234.00,${said}`;
    const found = await bank().read(`Date,Reference,Amount,${heading}\n${row(pending)}\n${row(booked)}\n`);
    expect([found.errors, found.rows.map(({ outcome }) => outcome)]).toEqual([[], ['pending', 'matched']]);
  });

  it('stands below a line that says so', async () => {
    const row = `${DAY},${invoice},1234.00\n`;
    const outcomes = async (file: string) => (await bank().read(file)).rows.map(({ outcome }) => outcome);
    const head = 'Date,Reference,Amount\n';
    expect(await outcomes(`${head}Pending payments\n${row}Booked payments\n${row}`)).toEqual(['pending', 'matched']);
    expect(await outcomes(`Vorgemerkte Umsätze\n${head}${row}`)).toEqual(['pending']);
    expect(await outcomes(`Booked and pending payments\n${head}${row}`)).toEqual(['matched']);
  });

  it('may have a word in place of its day', async () => {
    const row = (day: string) => `${day};${invoice};1234,00`;
    const found = await bank().read(`Buchungstag;Verwendungszweck;Betrag\n${row('offen')}\n${row(`23.12.${YEAR}`)}\n`);
    expect([found.errors, found.rows.map(({ outcome }) => outcome)]).toEqual([[], ['pending', 'matched']]);
  });

  it('of CAMT.053 is any that does not say BOOK, in every version', async () => {
    const booking = { amount: 1234, date: DAY, text: invoice };
    for (const version of ['02', '04', '08'])
      for (const [from, to] of [
        ['<Cd>BOOK</Cd>', '<Cd>PDNG</Cd>'],
        ['<Cd>BOOK</Cd>', 'PDNG'],
        ['<Cd>BOOK</Cd>', '<Cd>INFO</Cd>'],
        ['<Cd>BOOK</Cd>', '<Prtry>Awaited</Prtry>'],
      ] as const) {
        const found = await bank().read(camtOf([booking], version).replace(from, to));
        expect([version, to, found.rows.map(({ outcome }) => outcome)]).toEqual([version, to, ['pending']]);
      }
  });

  it('is nobody’s to record, and counts once when it is booked', async () => {
    const prepaid = await owing(shop, 'Awaiting');
    const order = await prepaid.order(1772);
    const { read, commit, decide } = bank();
    const [year, month, day] = today().split('-');
    const file = (status: string) =>
      `Status,Date,Description,Debit,Credit\n${status},${month}/${day}/${year},"${order.number}",,1772.00\n`;
    const first = await read(file('Pending'));
    expect(first).toMatchObject({ created: 0, errors: [], rows: [{ outcome: 'pending', amount: 1772 }] });
    expect((await commit(first)).status).toBe(200);
    expect((await decide(first, { row: 2, companyId: owed.company._id })).status).toBe(404);
    expect(await prepaid.read(order)).toMatchObject({ state: 'unpaid' });
    const second = await read(file('Cleared'));
    expect(second.rows).toMatchObject([{ outcome: 'matched', orderId: order._id }]);
    expect((await commit(second)).status).toBe(200);
    expect(await prepaid.read(order)).toMatchObject({ state: 'paid', paidBy: 'transfer' });
    const third = await read(file('Cleared'));
    expect(third.rows.map(({ outcome }) => outcome)).toEqual(['known']);
  });
});
