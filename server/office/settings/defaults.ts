import { DEFAULT_RETURN_DAYS } from '#contract/money/return-words.ts';
import { ownWords } from '#content/shop-front.ts';
import { DEFAULT_ZONE } from '#contract/days.ts';
import { DEFAULT_CURRENCY } from '#contract/money.ts';
import type { Settings } from '#contract/office/settings.ts';

/** What holds where the owner has set nothing: what content/ says, and delivery for nothing without tax. */
export const DEFAULTS: Omit<Settings, 'version' | 'holdHoursOverride'> = {
  company: {
    ...ownWords.company,
    bankAccount: null,
    invoiceAddress: null,
    registration: '',
    contact: { name: '', phone: '', email: '' },
    peppolId: '',
  },
  currency: DEFAULT_CURRENCY,
  timeZone: DEFAULT_ZONE,
  productPages: 'members',
  companies: { opening: 'on-request' },
  transferHoldDays: 7,
  reminders: [],
  lateInterest: 0,
  overdueDays: 14,
  minimumOrder: null,
  invoicing: 'order',
  vatNumbers: 'form',
  workdays: [1, 2, 3, 4, 5],
  holidays: [],
  languages: ['en'],
  warehouseSeesPrices: true,
  feeds: { bmecat: false },
  returnDays: DEFAULT_RETURN_DAYS,
  salesRefundLimit: null,
  papers: { footer: '', paymentText: '', closing: '' },
  letters: {
    signature: '',
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
  texts: { ...ownWords.texts, translations: {} },
  pictures: ownWords.pictures,
  sections: { portfolio: true, blogs: true, statistics: true, reviews: true, trust: true },
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
      id: 'standard',
      name: 'Standard delivery',
      countries: ['*'],
      days: [2, 5],
      rates: [{ upTo: null, price: 0 }],
      freeFrom: null,
    },
  ],
  tax: [],
  holdHours: 48,
  logo: null,
};
