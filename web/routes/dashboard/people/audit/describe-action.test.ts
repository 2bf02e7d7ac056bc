import { expect, it, test } from 'vitest';
import { AuditEntry } from '#contract/people/audit.ts';
import { AUDIT_DETAILS, type AuditAction } from '#contract/people/audit-details.ts';
import { describeAction } from './describe-action.ts';

test.each([
  ['tool.added', { name: 'Axe', price: 5 }, 'Added Axe'],
  [
    'tool.price-changed',
    { name: 'Axe', changed: { price: { from: 5, to: 6 } } },
    'Changed Axe: price from $5.00 to $6.00',
  ],
  [
    'company.standing-changed',
    {
      name: 'Bygg',
      changed: {
        status: { from: 'pending', to: 'active' },
        priceList: { from: null, to: 'Trade' },
        termsDays: { from: null, to: 30 },
        creditLimit: { from: null, to: 1234.5 },
      },
    },
    'Changed the company Bygg: status from "pending" to "active", price list from nothing to "Trade", days to pay from nothing to 30, credit limit from nothing to $1,234.50',
  ],
  ['tool.stock-changed', { change: -3, reason: 'Damaged', left: 1200 }, 'Removed 3 of t1: Damaged; 1,200 left'],
  [
    'settings.changed',
    { changed: { holdHours: { from: 48, to: 24 } } },
    'Changed the settings: Hours an unpaid order is held from 48 to 24',
  ],
  [
    'settings.changed',
    {
      changed: {
        tax: { from: [], to: [{ name: 'USt', country: 'DE', percent: 19 }] },
        delivery: {
          from: [
            {
              id: 'a',
              name: 'Post',
              countries: ['*'],
              days: [2, 5],
              rates: [{ upTo: null, price: 0 }],
              freeFrom: null,
            },
          ],
          to: [
            {
              id: 'a',
              name: 'Van',
              countries: ['DE'],
              days: [1, 3],
              rates: [{ upTo: 31_500, price: 7.5 }],
              freeFrom: 500,
            },
          ],
        },
        'company.address': { from: '', to: 'Dock 1\nHamburg' },
        'company.bankAccount': {
          from: null,
          to: { holder: 'Tools', account: 'DE02120300000000202051', bic: '', bank: '' },
        },
      },
    },
    'Changed the settings: Tax rates from nothing to Germany 19 % USt, ' +
      'Delivery methods from Post to everywhere in 2 to 5 days for $0.00 to Van to Germany in 1 to 3 days for $7.50 up to 31.5 kg, free from $500.00, ' +
      'Company address from nothing to "Dock 1, Hamburg", ' +
      'Bank account from nothing to Tools, DE02 1203 0000 0000 2020 51',
  ],
  [
    'tool.edited',
    {
      name: 'Axe',
      changed: { priceBreaks: { from: [], to: [{ from: 24, price: 3.4 }] }, onSale: { from: true, to: false } },
    },
    'Changed Axe: price breaks from nothing to $3.40 from 24, on sale from yes to no',
  ],
  ['tool.removed', { name: 'Axe' }, 'Removed Axe'],
  ['user.made-admin', { email: 'bob@shop.test' }, 'Made bob@shop.test an admin'],
  ['user.noted', { email: 'bob@shop.test' }, 'Changed the note on bob@shop.test'],
  ['user.disabled', { email: 'bob@shop.test' }, 'Disabled the account of bob@shop.test'],
  ['user.enabled', { email: 'bob@shop.test' }, 'Enabled the account of bob@shop.test again'],
  ['user.removed', { email: 'bob@shop.test' }, 'Removed the user bob@shop.test'],
  [
    'order.placed',
    { number: '10002', email: 'bob@shop.test', price: 676.1 },
    'Placed order 10002 of $676.10 for bob@shop.test',
  ],
  ['user.invitation-withdrawn', { email: 'bob@shop.test' }, 'Withdrew the invitation to bob@shop.test'],
  ['order.refunded', { number: '10002', amount: 5, reason: 'Bent' }, 'Refunded $5.00 of order 10002: Bent'],
  ['order.refunded', { amount: 5, reason: 'Bent' }, 'Refunded $5.00 of order t1: Bent'],
  ['other', { action: 'tool.polished', written: { cloth: 1 } }, 'tool.polished t1 {"cloth":1}'],
])('%s is told in a sentence', (action, details, sentence) => {
  const about = { _id: '1', actor: 'ada@shop.test', subject: 't1', createdAt: '', canPutBack: false };
  expect(describeAction(AuditEntry.parse({ ...about, action, details }))).toBe(sentence);
});

it('an entry whose names and addresses were forgotten is told by what it was about', () => {
  const actions = Object.keys(AUDIT_DETAILS) as AuditAction[];
  for (const action of actions) {
    const sentence = describeAction({ action, subject: 't1', details: {} });
    expect(sentence).not.toMatch(/undefined|NaN|\[object/);
    expect(sentence).not.toContain(action);
  }
  expect(describeAction({ action: 'user.role-changed', subject: 't1', details: {} })).toBe(
    'Changed the role of t1 from (forgotten) to (forgotten)',
  );
});
