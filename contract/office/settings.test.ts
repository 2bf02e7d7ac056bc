import { expect, it } from 'vitest';
import { SettingsEdit } from './settings.ts';

const way = {
  id: 'standard',
  name: 'Standard delivery',
  countries: ['*'],
  days: [2, 5],
  rates: [{ upTo: null, price: 0 }],
  freeFrom: null,
};
const settings = {
  company: { name: 'Tools', address: '', country: 'BD', phone: '', email: '', hours: '', vatId: '' },
  texts: {},
  delivery: [way],
  tax: [{ country: 'DE', percent: 19, name: 'USt' }],
  holdHours: 48,
  logo: null,
  version: 0,
};

it('takes what GET answers, numbers as text too', () => {
  const asText = {
    ...way,
    days: ['2', '5'],
    rates: [
      { upTo: '1000', price: '4.90' },
      { upTo: null, price: 9 },
    ],
  };
  const parsed = SettingsEdit.parse({ ...settings, delivery: [asText], holdHours: '24', holdHoursOverride: null });
  expect(parsed.delivery[0]).toMatchObject({ days: [2, 5], rates: [{ upTo: 1000, price: 4.9 }, { upTo: null }] });
  expect(parsed.holdHours).toBe(24);
});

it.each([
  ['an id twice', { delivery: [way, way] }, 'delivery.1.id'],
  ['a country without a name', { company: { ...settings.company, country: 'XX' } }, 'company.country'],
  ['days that fall', { delivery: [{ ...way, days: [5, 2] }] }, 'delivery.0.days.1'],
  [
    'weights that fall',
    {
      delivery: [
        {
          ...way,
          rates: [
            { upTo: 9, price: 1 },
            { upTo: 8, price: 2 },
          ],
        },
      ],
    },
    'delivery.0.rates.1.upTo',
  ],
  [
    'a rate after the last',
    {
      delivery: [
        {
          ...way,
          rates: [
            { upTo: null, price: 1 },
            { upTo: 8, price: 2 },
          ],
        },
      ],
    },
    'delivery.0.rates.1.upTo',
  ],
  ['no rate', { delivery: [{ ...way, rates: [] }] }, 'delivery.0.rates'],
  [
    'a price with three decimals',
    { delivery: [{ ...way, rates: [{ upTo: null, price: 0.005 }] }] },
    'delivery.0.rates.0.price',
  ],
  ['a tax above all', { tax: [{ country: 'DE', percent: 101, name: 'x' }] }, 'tax.0.percent'],
  ['a country taxed twice', { tax: [...settings.tax, ...settings.tax] }, 'tax.1.country'],
  ['no hold', { holdHours: 0 }, 'holdHours'],
  ['a logo from nowhere', { logo: 'javascript:alert(1)' }, 'logo'],
])('refuses %s at its field', (_what, change, path) => {
  const { error } = SettingsEdit.safeParse({ ...settings, ...change });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
});

it('says of a logo from nowhere what it must be, not how long', () => {
  const { error } = SettingsEdit.safeParse({ ...settings, logo: 'http://shop.test/logo.png' });
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'The logo must be an https address of a picture, or one that was uploaded',
  ]);
});
