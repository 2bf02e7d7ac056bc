import { expect, test } from 'vitest';
import { ownWords } from '#content/shop-front.ts';
import { type Settings, SettingsEdit } from '#contract/office/settings.ts';
import { bodyOf, EMPTY_WAY, mergeSettings, placeOf, valuesOf } from './settings-values.ts';

const settings: Settings = {
  company: {
    ...ownWords.company,
    phone: '+49 30 1',
    bankAccount: null,
    invoiceAddress: null,
    registration: '',
    contact: { name: '', phone: '', email: '' },
    peppolId: '',
  },
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  productPages: 'members',
  companies: { opening: 'open' },
  transferHoldDays: 7,
  reminders: [{ afterDays: 3, fee: 2.5 }],
  lateInterest: 0,
  overdueDays: 14,
  minimumOrder: { goods: 100, surcharge: null },
  invoicing: 'delivery',
  vatNumbers: 'form',
  languages: ['en'],
  warehouseSeesPrices: true,
  feeds: { bmecat: true },
  returnDays: 365,
  salesRefundLimit: 30,
  papers: { footer: 'HRB 1', paymentText: '', closing: '' },
  letters: {
    signature: 'Max',
    footer: '',
    order: '',
    receipt: '',
    shipment: '',
    refund: '',
    invoice: '',
    creditNote: '',
    reminder: '',
    quote: '',
    return: '',
  },
  workdays: [1, 2, 3, 4, 5],
  holidays: [],
  texts: { ...ownWords.texts, translations: { de: { headline: 'Werkzeug' } } },
  pictures: { ...ownWords.pictures, works: [{ image: '/uploads/a-640.webp', caption: 'The forge' }] },
  sections: { portfolio: true, blogs: false, statistics: true, reviews: true, trust: true },
  books: {
    chart: null,
    consultant: null,
    client: null,
    yearStart: '01-01',
    accountLength: 4,
    closedUntil: null,
    accounts: { bank: null, card: null, discount: null, fees: null, writeOff: null, private: null, revenue: [] },
  },
  delivery: [
    {
      id: 'van',
      name: 'Van',
      countries: ['DE', 'AT'],
      days: [1, 3],
      rates: [
        { upTo: 500, price: 4.5 },
        { upTo: null, price: 9 },
      ],
      freeFrom: 250,
    },
  ],
  tax: [{ country: 'DE', percent: 8.875, name: 'USt' }],
  holdHours: 48,
  holdHoursOverride: null,
  logo: null,
  version: 3,
};

test('what the company is called in content/ stands empty in the form, and nothing else does', () => {
  const { company, texts } = valuesOf(settings);
  expect(company).toMatchObject({ name: '', phone: '+49 30 1', country: 'BD' });
  expect(texts).toEqual(settings.texts);
});

test('what nobody typed over is sent as it was read', () => {
  const { company, texts, ...rest } = SettingsEdit.parse(bodyOf(valuesOf(settings), settings.version));
  const { company: _company, texts: _texts, books: _books, holdHoursOverride: _override, ...read } = settings;
  expect(rest).toEqual(read);
  expect(company).toEqual({
    ...Object.fromEntries(Object.keys(company).map((name) => [name, ''])),
    country: 'BD',
    phone: '+49 30 1',
    bankAccount: null,
    invoiceAddress: null,
    contact: { name: '', phone: '', email: '' },
  });
  expect(texts).toEqual(settings.texts);
});

test('an account is sent as it is typed, and none where all of it is empty', () => {
  const bankAccount = { holder: 'Tools', account: 'DE02120300000000202051', bic: '', bank: '' };
  const values = valuesOf({ ...settings, company: { ...settings.company, bankAccount } });
  expect(bodyOf(values, 3).company.bankAccount).toEqual(bankAccount);
  const none = { holder: '', account: '', bic: '', bank: '' };
  expect(bodyOf({ ...values, company: { ...values.company, bankAccount: none } }, 3).company.bankAccount).toBeNull();
});

test('new ways get ids of their own from their names', () => {
  const ways = ['Van', 'Sea freight & customs', '海运', 'Van'].map((name) => ({ ...EMPTY_WAY, name }));
  const values = { ...valuesOf(settings), delivery: [...valuesOf(settings).delivery, ...ways] };
  const ids = bodyOf(values, 3).delivery.map(({ id }) => id);
  expect(ids).toEqual(['van', 'van-2', 'sea-freight-customs', 'way', 'van-3']);
});

test.each([
  ['0.5', 500],
  ['1,25', 1250],
  ['', null],
  ['30', 30_000],
  ['heavy', 'heavy kg'],
  ['1.2345', '1.2345 kg'],
  ['1.234,5', 1_234_500],
  ['1,234', '1,234 kg'],
  ['1.2340', 1234],
])('%j kilograms are sent as %j', (typed, sent) => {
  const way = { ...EMPTY_WAY, rates: [{ upTo: typed, price: '1' }] };
  expect(bodyOf({ ...valuesOf(settings), delivery: [way] }, 1).delivery[0]?.rates[0]?.upTo).toBe(sent);
});

test.each([
  ['delivery.0.rates.1.upTo', 'delivery.0.rates.1.upTo'],
  ['delivery.2.countries.4', 'delivery.2.countries'],
  ['delivery.0.days', 'delivery.0.days.0'],
  ['delivery.0.days.1', 'delivery.0.days.1'],
  ['delivery.0.id', 'delivery.0.name'],
  ['company.email', 'company.email'],
])('a complaint about %s stands at %s', (path, name) => {
  expect(placeOf({ path, message: 'x' }).name).toBe(name);
});

test('what somebody else changed is taken over, unless it was typed over here too', () => {
  const now = {
    ...settings,
    holdHours: 24,
    tax: [],
    company: { ...settings.company, phone: '+49 30 2' },
    version: 4,
  };
  const typed = valuesOf(settings);
  typed.holdHours = '12';
  typed.company = { ...typed.company, hours: 'Always' };
  expect(mergeSettings(settings, now, typed)).toEqual({
    values: { ...typed, tax: [], company: { ...typed.company, phone: '+49 30 2' } },
    taken: ['company.phone', 'tax'],
    conflicts: ['holdHours'],
  });
});

test('a complaint about a picture of the first screen stands at its address', () => {
  expect(placeOf({ path: 'pictures.banner.2', message: 'No' })).toEqual({
    name: 'pictures.banner.2.image',
    message: 'No',
  });
  expect(placeOf({ path: 'pictures.works.0.image', message: 'No' }).name).toBe('pictures.works.0.image');
});
