import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { orderWith } from '#server/buying/orders/placing-for-tests.ts';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { Receipt } from '#web/routes/dashboard/money/receipt/receipt.tsx';
import { writeAs } from '#web/shell/format.ts';
import { receiptPdf } from './order-paper.ts';
import { wordsIn } from '#server/engine/words/words.ts';
import { printedWords } from './printed-words-for-tests.ts';

afterEach(() => writeAs(DEFAULTS));

it.each([
  ['USD', 'UTC', '$', ['3 Mar 2026', '4 Mar 2026', '2 Mar 2026', '9 Mar 2026']],
  ['EUR', 'Pacific/Auckland', '€', ['3 Mar 2026', '5 Mar 2026', '2 Mar 2026', '10 Mar 2026']],
  ['GBP', 'America/Los_Angeles', '£', ['2 Mar 2026', '4 Mar 2026', '9 Mar 2026']],
] as const)(
  'the receipt on the screen and its PDF say the same days, sums and parties: %s in %s',
  async (currency, timeZone, sign, days) => {
    writeAs({ currency, timeZone });
    const paidAt = '2026-03-04T23:59:00.000Z';
    const order = orderWith({
      freight: 20,
      tax: 153,
      taxName: 'VAT',
      taxPercent: 15,
      price: 1173,
      refunded: 34.5,
      createdAt: '2026-03-03T00:01:00.000Z',
      paid: true,
      paidAt,
      payments: [
        { at: paidAt, day: '2026-03-02', amount: 1173, method: 'transfer', reference: 'SEPA 1', reversed: false },
      ],
      transactionId: 'bank_1',
      invoiceNumber: '2026-000007',
      country: 'DE',
      vatId: 'DE136695976',
      invoiceAddress: {
        name: '',
        company: 'Archer Holding',
        street: 'Rue 1',
        extra: '',
        postalCode: '',
        town: 'Paris',
        region: '',
        country: 'FR',
      },
    });
    const refund = {
      _id: 'r1',
      amount: 34.5,
      tax: 4.5,
      lines: [],
      reason: 'Bent',
      creditNotes: [],
      state: 'sent' as const,
      createdAt: '2026-03-09T22:00:00.000Z',
    };
    const router = createMemoryRouter([{ path: '/', element: createElement(Receipt, { order, refunds: [refund] }) }]);
    const screen = renderToStaticMarkup(createElement(RouterProvider, { router }));
    const seller = { company: DEFAULTS.company, logo: null };
    const parts = {
      say: wordsIn({ language: 'en', currency, zone: timeZone }),
      order,
      seller,
      buyer: order,
      logo: null,
      format: 'a4' as const,
    };
    const paper = printedWords(await receiptPdf(parts, new Date(paidAt), [refund]));
    const sums = ['1,000.00', '20.00', '153.00', '1,173.00', '34.50', '1,138.50'].map((sum) => `${sign}${sum}`);
    const parties = ['Germany', 'Archer Holding', 'Paris', 'France', 'DE136695976'];
    for (const said of [...days, ...sums, ...parties]) {
      expect(screen).toContain(said);
      expect(paper).toContain(said);
    }
  },
);
