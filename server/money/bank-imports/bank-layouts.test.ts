import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankAnswers } from '#contract/money/bank-imports.ts';
import type { ReadRow } from '#sheets/sheet-rows.ts';
import { csvLayoutsAbroad } from './bank-layouts-abroad-for-tests.ts';
import { csvLayouts } from './bank-layouts-for-tests.ts';
import { openBankFile } from './open-bank-file.ts';
import { readRows } from './read-bank-file.ts';
import { statementLayouts } from './statement-layouts-for-tests.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tradebench-bank-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(file: string | Uint8Array, currency = 'EUR', answers: BankAnswers = {}) {
  const path = join(folder, 'file');
  await writeFile(path, file);
  const sheet = await openBankFile(path);
  const rows: ReadRow[] = [];
  for await (const part of sheet.parts) rows.push(...part);
  expect(sheet.problems).toEqual([]);
  return readRows(rows, { currency, today: '2026-11-28', answersFor: async () => answers });
}

const layouts = [...(await statementLayouts()), ...csvLayouts(), ...csvLayoutsAbroad()];

describe('every layout of a bank is read wholly right', () => {
  it.each(layouts)('$bank', async ({ file, currency, payer, account = '', pending = 0, leftOut = 0, columns }) => {
    const found = await read(file, currency, columns ? { columns } : {});
    expect(found.errors).toEqual([]);
    expect(found.problems).toEqual([]);
    expect(found.questions.filter(({ open }) => open)).toEqual([]);
    const booked = found.payments.filter((payment) => payment.pending === null);
    expect(found.payments.length - booked.length).toBe(pending);
    expect(found.leftOut).toHaveLength(leftOut);
    const [came, went] = booked.toSorted((one, two) => two.amountCents - one.amountCents);
    expect(booked).toHaveLength(2);
    expect(came).toMatchObject({ date: '2026-11-23', amountCents: 123_450, payer: payer ?? 'Müller & Söhne', account });
    expect(came!.reference).toContain('2026-000123');
    expect(['', currency]).toContain(came!.currency.replace('€', 'EUR').replace('£', 'GBP'));
    expect(went).toMatchObject({ date: '2026-11-24', amountCents: -8_790, account });
  });

  // Some banks of one country say nothing of it.
  it.each(layouts.filter(({ bank }) => !/Danske|Barclays|Lloyds|mBank|Handelsbanken/.test(bank)))(
    '$bank, in a shop of another currency',
    async ({ file, columns }) => {
      const { payments } = await read(file, 'USD', columns ? { columns } : {});
      expect(payments.map((payment) => payment.currency)).not.toContain('');
    },
  );
});

describe('a booking of several payments', () => {
  const ubs = (...rows: string[]) =>
    `Buchungsdatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2\n${rows.join('\n')}\n`;
  const sum = '2026-11-23;CHF;;350.00;;1350.00;T1;Sammelgutschrift;3 Zahlungen';
  const parts = [
    ';;;;100.00;;;Muster AG;2026-000101',
    ';;;;200.00;;;Berg GmbH;2026-000102',
    ';;;;50.00;;;Tal & Co;2026-000103',
  ];
  const told = ({ payments }: Awaited<ReturnType<typeof read>>) =>
    payments.map(({ row, date, amountCents, payer, reference }) => [row, date, amountCents, payer, reference]);

  it('is read part by part where these come to it, and never twice', async () => {
    const found = await read(ubs(sum, ...parts, '2026-11-24;CHF;-87.90;;;1262.10;T2;Power Co;Strom'), 'CHF');
    expect(found).toMatchObject({ errors: [], problems: [], leftOut: [{ row: 2 }] });
    expect(told(found)).toEqual([
      [3, '2026-11-23', 10_000, 'Muster AG', '2026-000101'],
      [4, '2026-11-23', 20_000, 'Berg GmbH', '2026-000102'],
      [5, '2026-11-23', 5_000, 'Tal & Co', '2026-000103'],
      [6, '2026-11-24', -8_790, 'Power Co', 'Strom'],
    ]);
  });

  it('is read as one where they do not, and says so of them', async () => {
    const found = await read(ubs(sum, ...parts.slice(1)), 'CHF');
    expect(told(found)).toEqual([[2, '2026-11-23', 35_000, 'Sammelgutschrift', '3 Zahlungen']]);
    expect(found.leftOut.map(({ row, text }) => [row, text])).toEqual([
      [3, '2026-000102'],
      [4, '2026-000103'],
    ]);
    expect(found.errors).toEqual([]);
  });
});

it('a sum, a balance and a note between payments are told, and block nothing', async () => {
  const rows = ['23.11.2026;x;1,00', ';Zwischensumme;1,00', 'Kontostand;;1,00', 'Seite 2;;', '24.11.2026;nil;0,00'];
  const found = await read(`Buchungstag;Verwendungszweck;Betrag\n${rows.join('\n')}\n`);
  expect([found.payments.length, found.errors]).toEqual([1, []]);
  expect(found.leftOut.map(({ row, why }) => [row, why])).toEqual([
    [3, expect.stringContaining('sum')],
    [4, expect.stringContaining('sum')],
    [5, expect.stringContaining('no date')],
    [6, expect.stringContaining('zero')],
  ]);
});

describe('MT940', () => {
  const mt940 = (...fields: string[]) => [':20:1', ':25:70050000/12345', ':28C:1/1', ...fields, '-', ''].join('\r\n');

  it('says what was reversed, what is expected only, and in which currency', async () => {
    const found = await read(
      mt940(
        ':60F:D261201USD0,10',
        ':61:261201RC1,10NTRFNONREF',
        ':61:2612311230RDD2,NTRFNONREF',
        ':61:2601021231EC3,NTRFNONREF',
        ':62F:C261201USD0,80',
      ),
    );
    expect(found).toMatchObject({ errors: [], problems: [] });
    expect(
      found.payments.map(({ date, amountCents, isReversal, pending, currency }) => [
        date,
        amountCents,
        isReversal,
        pending !== null,
        currency,
      ]),
    ).toEqual([
      ['2026-12-01', -110, true, false, 'USD'],
      ['2026-12-30', 200, true, false, 'USD'],
      ['2025-12-31', 300, false, true, 'USD'],
    ]);
    expect(found.payments[0]?.account).toBe('700500000000012345');
  });

  it('keeps the words of a reference that is cut at the ends of lines', async () => {
    const found = await read(
      mt940(
        ':60F:C261201EUR0,00',
        ':61:261201C5,NTRF2026-000123//B9',
        ':86:166?00GUTSCHRIFT?20SVWZ+RE 2026-?21000124 und 2?22026-000125 ABWA+X',
        'Y?32Berg?33 GmbH',
      ),
    );
    expect(found.payments[0]).toMatchObject({
      reference: 'RE 2026-000124 und 2026-000125 2026-000123',
      payer: 'Berg GmbH',
      bankId: 'B9',
    });
  });

  it('with an account that was empty says where its balances do not add up', async () => {
    const file = (closing: string) =>
      mt940(':60F:C261201EUR0,00', ':61:261201C5,NTRFNONREF', `:62F:C261201EUR${closing}`);
    expect((await read(file('5,00'))).problems).toEqual([]);
    expect((await read(file('6,00'))).problems).toMatchObject([{ column: 'balance' }]);
  });

  it('with a booking that cannot be read says which', async () => {
    const path = join(folder, 'damaged');
    await writeFile(path, mt940(':60F:C261201EUR0,00', ':61:nothing'));
    const sheet = await openBankFile(path);
    for await (const _part of sheet.parts) continue;
    expect(sheet.problems).toMatchObject([{ message: 'This booking cannot be read: nothing' }]);
  });

  it('of a day that is not over is not booked', async () => {
    const found = await read(mt940(':34F:EUR0,', ':13D:2612010900+0100', ':61:261201C5,NTRFNONREF', ':86:x'));
    expect(found.payments).toMatchObject([{ amountCents: 500, currency: 'EUR', pending: expect.any(String) }]);
  });
});
