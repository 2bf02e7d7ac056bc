import { expect, test } from 'vitest';
import { describeAction } from './describe-action.ts';

test.each([
  ['tool.added', { name: 'Axe', price: 5 }, 'Added Axe'],
  [
    'tool.price-changed',
    { name: 'Axe', changed: { price: { from: 5, to: 6 } } },
    'Changed Axe: price from $5.00 to $6.00',
  ],
  ['tool.stock-changed', { change: -3, reason: 'Damaged', left: 1200 }, 'Took 3 of t1: Damaged; 1,200 left'],
  [
    'settings.changed',
    { changed: { holdHours: { from: 48, to: 24 } } },
    'Changed the settings: Hours an unpaid order is held from 48 to 24',
  ],
  ['tool.removed', { name: 'Axe' }, 'Removed Axe'],
  ['user.made-admin', { email: 'bob@shop.test' }, 'Made bob@shop.test an admin'],
  ['user.disabled', { email: 'bob@shop.test' }, 'Disabled the account of bob@shop.test'],
  ['user.enabled', { email: 'bob@shop.test' }, 'Enabled the account of bob@shop.test again'],
  ['user.removed', { email: 'bob@shop.test' }, 'Removed the user bob@shop.test'],
  ['order.refunded', { amount: 5, reason: 'Bent' }, 'Gave back $5.00 of the order t1: Bent'],
  ['tool.polished', { cloth: 1 }, 'tool.polished t1 {"cloth":1}'],
])('%s is told in a sentence', (action, details, sentence) => {
  expect(describeAction({ action, subject: 't1', details })).toBe(sentence);
});
