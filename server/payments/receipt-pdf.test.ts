import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { AppError } from '#server/http/app-error.ts';
import { receiptPdf } from './receipt-pdf.ts';

const order: Order = {
  _id: '01order',
  name: 'Zoë Łukasz 山',
  email: 'zoe@people.test',
  address: '1 Dock Road\n(back gate)',
  phone: '+48 555',
  tool: 'Claw hammer 16 oz',
  toolId: '01tool',
  price: 1234.5,
  quantity: 100,
  paid: true,
  transactionId: 'pi_3abc',
  paidAt: '2026-03-04T10:00:00.000Z',
  createdAt: '2026-03-03T10:00:00.000Z',
};

/** The words that a PDF shows, out of its compressed page. */
function wordsOf(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1');
  const pages = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [...pages.join('\n').matchAll(/\[(.*?)\] TJ/g)]
    .map(([, shown]) =>
      [...shown!.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    )
    .join('\n');
}

it('shows company, order, line, amounts and transaction id on one page', async () => {
  const pdf = await receiptPdf(order, []);
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/^%PDF-1\.[3-7]/);
  expect(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type \/Page\b/g),
  ).toHaveLength(1);
  const words = wordsOf(pdf);
  for (const shown of [
    'Tradebench Tools',
    '01order',
    'Claw hammer 16 oz',
    '100',
    '$12.35',
    '$1,234.50',
    'pi_3abc',
    'March 4, 2026',
  ]) {
    expect(words.replaceAll('\n', ' ')).toContain(shown);
  }
  expect(words).toContain('Zo\u00eb Lukasz ?');
});

it('shows what was given back and why', async () => {
  const refund = {
    _id: 'r1',
    amount: 34.5,
    reason: 'Two were bent',
    state: 'sent' as const,
    createdAt: order.createdAt,
  };
  const words = wordsOf(
    await receiptPdf({ ...order, refunded: 34.5 }, [refund, { ...refund, state: 'failed', reason: 'No' }]),
  );
  expect(words).toContain('Two were bent');
  expect(words).toContain('-$34.50');
  expect(words).toContain('$1,200.00');
  expect(words).not.toContain('No\n');
});

it('is not made for an unpaid order', () => {
  expect(() => receiptPdf({ ...order, paid: false }, [])).toThrow(AppError);
});
