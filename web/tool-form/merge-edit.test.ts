import { expect, test } from 'vitest';
import { type Tool, ToolEdit } from '#contract/catalogue/tools.ts';
import { toolFieldNames, valuesOf } from './fields.ts';
import { changedFields, mergeEdit } from './merge-edit.ts';

/** Every field of the contract, each with a value that is not what it would be by itself. */
const hammer: Required<Tool> = {
  translations: { de: { name: 'Klauenhammer', description: 'Geschmiedet.' } },
  _id: 't1',
  name: 'Hammer',
  description: 'Forged.',
  image: '/pictures/hammer.webp',
  price: 12.9,
  availableQuantity: 100,
  orderable: 100,
  later: [],
  backorder: { kind: 'no', limit: null, days: 0 },
  reorderBelow: 40,
  minOrderQuantity: 10,
  quantityStep: 5,
  priceBreaks: [{ from: 50, price: 11.5 }],
  priceUnit: 10,
  packs: [{ code: 'BX', name: 'Box', pieces: 50, gtin: '4006381333948' }],
  weight: 560,
  family: 'Claw hammers',
  onSale: false,
  onSaleFrom: '2026-12-01',
  onSaleUntil: '2026-12-24',
  attributes: [{ key: 'handle', value: 'Ash' }],
  gtin: '4006381333931',
  hsCode: '8205.20',
  origin: 'DE',
  unspsc: '27111602',
  sku: 'HAM-1',
  category: 'Hammers',
  documents: [],
  version: 3,
};

test('the form has every field that the contract lets an admin change but those of sheets', () => {
  const others = ['_id', 'version', 'attributes', 'documents', 'later', 'orderable'];
  const editable = Object.keys(ToolEdit.shape).filter((field) => !others.includes(field));
  expect(toolFieldNames.toSorted()).toEqual(editable.toSorted());
});

test('every field survives an edit of another one', () => {
  for (const field of toolFieldNames) {
    const first = valuesOf(hammer);
    const typed = field === 'name' ? { ...first, sku: 'HAM-2' } : { ...first, name: 'Claw hammer' };
    const { body } = mergeEdit({ opened: hammer, now: hammer, typed, changed: changedFields(first, typed) });
    expect(ToolEdit.parse(body)[field]).toEqual(hammer[field]);
  }
});

test('nothing that was not touched counts as changed, and what was typed does', () => {
  const first = valuesOf(hammer);
  expect(changedFields(first, { ...first })).toEqual([]);
  expect(changedFields(first, { ...first, category: '', price: '13' })).toEqual(['price', 'category']);
});

test('a field that was emptied goes out empty', () => {
  const typed = { ...valuesOf(hammer), category: '' };
  const { body } = mergeEdit({ opened: hammer, now: hammer, typed, changed: ['category'] });
  expect(body.category).toBe('');
});

test('a sale meanwhile does not stand in the way of a new name, nor is it undone by it', () => {
  const now = { ...hammer, availableQuantity: 90, version: 4 };
  const typed = { ...valuesOf(hammer), name: 'Claw hammer' };
  const { body, conflicts } = mergeEdit({ opened: hammer, now, typed, changed: ['name'] });
  expect(conflicts).toEqual([]);
  expect(body).toMatchObject({ name: 'Claw hammer', availableQuantity: '90', version: 4 });
});

test('a sale meanwhile is told to whoever sets the stock', () => {
  const now = { ...hammer, availableQuantity: 90, version: 4 };
  const typed = { ...valuesOf(hammer), availableQuantity: '200' };
  const { body, conflicts } = mergeEdit({ opened: hammer, now, typed, changed: ['availableQuantity'] });
  expect(conflicts).toEqual([
    { field: 'availableQuantity', message: 'This has been changed to 90. Save again to use yours.' },
  ]);
  expect(mergeEdit({ opened: now, now, typed, changed: ['availableQuantity'] })).toEqual({ body, conflicts: [] });
});

test('two admins who set the same price do not collide', () => {
  const now = { ...hammer, price: 14, version: 4 };
  const typed = { ...valuesOf(hammer), price: '14.00' };
  expect(mergeEdit({ opened: hammer, now, typed, changed: ['price'] }).conflicts).toEqual([]);
});
