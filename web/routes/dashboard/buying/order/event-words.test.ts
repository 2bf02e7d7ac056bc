import { expect, it } from 'vitest';
import { eventInWords } from './event-words.ts';

const event = { _id: '1', changed: {}, createdAt: '2026-11-22T10:00:00.000Z' } as const;

it('tells customers that the shop placed it, and staff who of them did', () => {
  expect(eventInWords({ ...event, kind: 'placed', by: 'shop' })).toBe('Ordered by phone, entered by us');
  expect(eventInWords({ ...event, kind: 'placed', by: 'shop', actor: 'sally@people.test' })).toBe(
    'Ordered by phone, entered by us (sally@people.test)',
  );
});

it('says what is otherwise now, in one line', () => {
  const changed = { address: { from: 'x', to: '1 Dock Road\nChattogram' }, note: { from: 'ring', to: '' } };
  expect(eventInWords({ ...event, kind: 'changed', by: 'customer', changed })).toBe(
    'Changed by the customer. Delivery address: 1 Dock Road, Chattogram; Note: none',
  );
});
