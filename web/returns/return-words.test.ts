import { expect, it } from 'vitest';
import type { Return } from '#contract/money/returns.ts';
import { nextStep } from './return-words.ts';

const line = { toolId: 't1', tool: 'Pliers', sku: null, arrived: 4, restocked: 0, scrapped: 4 };
const closed = (settled: number): Return => ({
  _id: 'r1',
  number: 'R-10001',
  orderId: 'o1',
  orderNumber: '10001',
  state: 'closed',
  buyer: { name: 'Alice', email: 'alice@buyers.test' },
  companyId: null,
  lines: [{ ...line, quantity: 4, kind: 'damaged', wish: 'money', settled }],
  answer: { sendBack: true, fee: 0 },
  pictures: [],
  messages: [],
  messageCount: 0,
  creditNotes: [],
  replacements: [],
  createdAt: '2026-11-28T12:00:00.000Z',
});

it('says that everything is settled only where it is', () => {
  expect(nextStep(closed(4))).toBe('Everything is settled.');
  expect(nextStep(closed(3))).toContain('without settling the rest');
});
