import { expect, it } from 'vitest';
import type { Address } from '#contract/people/addresses.ts';
import { addressesOfOrder, AS_TEXT, deliveredTo, EMPTY_ORDER_FORM, fromDraft, invoicedTo } from './order-form.ts';

const works: Address = {
  _id: 'a1',
  label: 'Works',
  name: 'Goods in',
  company: 'Söhne GmbH',
  street: 'Gasse 17',
  extra: '',
  postalCode: '50667',
  town: 'Köln',
  region: '',
  country: 'DE',
  phone: '+49 221 1',
  vatId: 'DE136695976',
  isDefault: true,
  isInvoiceDefault: false,
};

it('an address of the book goes into the order as its parts, without what its owner calls it', () => {
  const form = { ...EMPTY_ORDER_FORM, ...deliveredTo(works), ...invoicedTo(works) };
  const parts = { street: 'Gasse 17', extra: '', postalCode: '50667', town: 'Köln', region: '' };
  expect(addressesOfOrder(form, form.country)).toEqual({
    deliveryAddress: { ...parts, country: 'DE' },
    invoiceAddress: { name: 'Goods in', company: 'Söhne GmbH', ...parts, country: 'DE' },
  });
});

it('one text is sent as one text, and no invoice address where the invoice goes with the goods', () => {
  const form = { ...EMPTY_ORDER_FORM, deliverTo: AS_TEXT, address: '1 Dock Road' };
  expect(addressesOfOrder(form, 'BD')).toEqual({ address: '1 Dock Road' });
});

it('a draft of another shape is taken as far as it fits', () => {
  const draft = {
    name: 'Alice',
    note: 7,
    deliveryAddress: { street: '1 Dock Road', other: 'x' },
    invoiceAddress: null,
  };
  expect(fromDraft(EMPTY_ORDER_FORM, draft)).toEqual({
    ...EMPTY_ORDER_FORM,
    name: 'Alice',
    deliveryAddress: { ...EMPTY_ORDER_FORM.deliveryAddress, street: '1 Dock Road' },
  });
  expect(fromDraft(EMPTY_ORDER_FORM, 'nothing')).toBe(EMPTY_ORDER_FORM);
});
