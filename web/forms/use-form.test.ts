import { createFormControl } from 'react-hook-form';
import { expect, test } from 'vitest';
import { readFields } from './use-form.ts';

/** A field of a page, as far as a form looks at it. */
const field = (value: string, more: object = {}) =>
  ({ value, type: 'text', isConnected: true, disabled: false, ...more }) as unknown as HTMLInputElement;

test('what was filled in without an event is what the form says', () => {
  const form = createFormControl({
    defaultValues: { email: '', quantity: 3, keep: true, place: { town: '' }, gone: 'kept', untouched: 'as it was' },
  });
  const { register, getValues, control } = form;
  control._state.mount = true;
  const inputs = {
    email: field(''),
    quantity: field('3'),
    keep: field('on', { type: 'checkbox', checked: true }),
    'place.town': field(''),
    gone: field(''),
    untouched: field(''),
  };
  register('email').ref(inputs.email);
  register('quantity', { valueAsNumber: true }).ref(inputs.quantity);
  register('keep').ref(inputs.keep);
  register('place.town').ref(inputs['place.town']);
  register('gone').ref(inputs.gone);
  register('untouched').ref(inputs.untouched);
  inputs.email.value = 'alice@shop.test';
  inputs.quantity.value = '12';
  inputs.keep.checked = false;
  inputs['place.town'].value = 'Boston';
  Object.assign(inputs.gone, { value: 'another', isConnected: false });
  readFields(form);
  expect(getValues()).toEqual({
    email: 'alice@shop.test',
    quantity: 12,
    keep: false,
    place: { town: 'Boston' },
    gone: 'kept',
    untouched: 'as it was',
  });
});
