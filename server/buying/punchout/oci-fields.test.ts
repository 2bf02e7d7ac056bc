import { describe, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { givenLines } from './given-lines.ts';
import { groupOf, ociFields } from './oci-fields.ts';
import { buyersOrigins, readReturnAddress } from './return-address.ts';
import { buyersUnit, ourUnit } from './units.ts';

const BOX = { code: 'BX', name: 'Box', pieces: 1_000_000 };
const TOOL = { _id: '01abc', name: 'Rivet', description: 'Steel.', attributes: [], packs: [BOX] } as unknown as Tool;
const SHOP = {
  timeZone: 'UTC',
  workdays: [1, 2, 3, 4, 5],
  holidays: [],
  country: 'DE',
  delivery: [],
  tax: [],
  currency: 'EUR',
  languages: ['en' as const],
};
const NO_WORDS = { units: {}, groups: {}, vendor: '' };

const lineOf = (more: object) => ({
  toolId: '01abc',
  quantity: 2_000_000,
  unit: 'BX',
  unitName: 'Box',
  unitQuantity: 2,
  unitPrice: 999_999.99,
  priceUnit: 1,
  price: 1,
  buyerNumber: null,
  promises: [],
  ...more,
});
const given = (more: object) =>
  givenLines(
    { lines: [lineOf(more)] as never, delivery: null, deliveries: [] },
    new Map([['01abc', TOOL]]),
    SHOP,
    new Date(),
  );

describe('a price', () => {
  it('of a pack that has more than eleven digits is given by the piece', () => {
    const [line] = given({});
    expect(line).toMatchObject({ pack: null, quantity: 2_000_000, cents: 99_999_999n });
    const fields = Object.fromEntries(ociFields([line!], NO_WORDS, 'EUR'));
    expect(fields).toMatchObject({ 'NEW_ITEM-PRICE[1]': '999999.990', 'NEW_ITEM-QUANTITY[1]': '2000000.000' });
  });
  it('of a pack is that of its pieces, to the cent', () => {
    expect(given({ unitPrice: 0.01 })[0]).toMatchObject({ pack: BOX, quantity: 2, cents: 1_000_000n });
  });
});

it('the numbers that are longer than their field are left out, never cut', () => {
  const tool = { ...TOOL, sku: 'S'.repeat(41) };
  const [line] = given({ unitPrice: 1 });
  const fields = Object.fromEntries(
    ociFields([{ ...line!, tool, buyerNumber: 'M'.repeat(41) }], { ...NO_WORDS, vendor: '1'.repeat(11) }, 'EUR'),
  );
  expect(fields['NEW_ITEM-VENDORMAT[1]']).toBe('01abc');
  for (const name of ['MATNR', 'VENDOR', 'MANUFACTMAT']) expect(fields).not.toHaveProperty(`NEW_ITEM-${name}[1]`);
});

it.each([
  [{ unspsc: '27111501', attributes: [{ key: 'eclass', value: '21040301' }] }, 'UNSPSC', '27111501'],
  [{ attributes: [{ key: 'eclass', value: '21040301' }] }, 'ECLASS', '21040301'],
  [{}, undefined, undefined],
])('a class is that of UNSPSC, else of ECLASS, with the name of its standard', (more, schema, code) => {
  const [line] = given({ unitPrice: 1 });
  const tool = { ...TOOL, ...more } as Tool;
  const fields = Object.fromEntries(ociFields([{ ...line!, tool }], NO_WORDS, 'EUR'));
  expect([fields['NEW_ITEM-EXT_SCHEMA_TYPE[1]'], fields['NEW_ITEM-EXT_CATEGORY_ID[1]']]).toEqual([schema, code]);
});

it('a group is found by the whole class, by its beginning, by our category, and for all', () => {
  const of = (groups: Record<string, string>, more: object = { unspsc: '27111501', category: 'Saws' }) =>
    groupOf(groups, { ...TOOL, ...more });
  expect(of({ '27111501': 'A', '2711': 'B', Saws: 'C', '*': 'D' })).toBe('A');
  expect(of({ '2711': 'B', Saws: 'C', '*': 'D' })).toBe('B');
  expect(of({ Saws: 'C', '*': 'D' })).toBe('C');
  expect(of({ '*': 'D' })).toBe('D');
  expect(of({})).toBeNull();
  expect(of({ '21040301': 'E' }, { attributes: [{ key: 'eclass', value: '21040301' }] })).toBe('E');
});

it("units lead to the buyer's and back, and one that means two things means none", () => {
  const units = { C62: 'ST', BX: 'KAR' };
  const packs = [
    { code: 'BX', name: 'Box', pieces: 12 },
    { code: 'CT', name: 'Carton', pieces: 144 },
  ];
  expect([null, ...packs].map((pack) => buyersUnit(units, pack))).toEqual(['ST', 'KAR', 'CT']);
  expect(buyersUnit({ EA: 'PCE' }, null)).toBe('PCE');
  expect(['ST', 'KAR', 'CT', 'EA', '', 'PAL'].map((code) => ourUnit(units, packs, code))).toEqual([
    null,
    packs[0],
    packs[1],
    null,
    null,
    undefined,
  ]);
  expect(ourUnit({ BX: 'KAR', CT: 'KAR' }, packs, 'KAR')).toBeUndefined();
});

describe('an address to give back to', () => {
  const read = (address: string, more: object = {}) =>
    readReturnAddress('HOOK_URL', address, { production: true, hosts: [], ...more });
  it('is https, and http to this machine in a demo alone', () => {
    expect(read('https://sap.buyer.example:8443/a?b=c')).toBe('https://sap.buyer.example:8443/a?b=c');
    expect(() => read('http://127.0.0.1:4000/back')).toThrow('https');
    expect(read('http://127.0.0.1:4000/back', { production: false })).toBe('http://127.0.0.1:4000/back');
    expect(() => read('http://10.0.0.1/back', { production: false })).toThrow('https');
  });
  it.each([
    'https://x;script-src/',
    'https://*/',
    "https://'self'/",
    'https://a:b@c.example/',
    'data:text/html,x',
    '\u0001https://a.example',
  ])('%j is refused', (address) => {
    expect(() => read(address)).toThrow('HOOK_URL');
  });
  it('is of a host that the connection names, where it names some', () => {
    expect(() => read('https://other.example/', { hosts: ['sap.buyer.example'] })).toThrow('does not name');
    expect(buyersOrigins('https://sap.buyer.example/x', ['portal.example', 'sap.buyer.example'])).toEqual([
      'https://sap.buyer.example',
      'https://portal.example',
    ]);
  });
});
