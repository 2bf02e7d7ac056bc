import { complaint, sentence, type Sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { BankAccount } from '../money/bank-account.ts';
import { Country } from '../countries.ts';
import { Day } from '../day.ts';
import { CURRENCIES } from '../currencies.ts';
import { LANGUAGES } from '../languages.ts';
import { Money, Percent, Version, whole } from '../numbers.ts';
import { PostalAddress } from '../people/addresses.ts';
import { PeppolId } from '../peppol-id.ts';
import { Books, BooksEdit } from './books.ts';
import { letterTexts, paperTexts } from './letter-texts.ts';
import { sections } from './sections.ts';
import { shopPictures, ShopPicturesEdit } from './shop-pictures.ts';
import { shopTexts, ShopTexts, ShopTextsEdit } from './shop-texts.ts';
import { bounded, LanguageCode, NewEmail, text } from '../text.ts';
import { TimeZone } from '../time-zone.ts';
import { isPictureAddress } from '../catalogue/picture-address.ts';

/** The most ways of delivery, and rates of one way. */
export const MAX_DELIVERY_WAYS = 50;
export const MAX_RATES = 20;
/** The longest that an unpaid order may hold its stock: a year. */
const MAX_HOLD_HOURS = 8_760;
/** The heaviest weight that a rate can name: a thousand tons, in grams. */
const MAX_RATE_WEIGHT = 1_000_000_000;

const days = whole(0, 365, 'Enter a whole number of days from 0 to 365');

const Rate = z.strictObject({
  /** Grams, or null for any weight. */
  upTo: z.union(
    [z.null(), whole(1, MAX_RATE_WEIGHT, 'Enter a whole number of grams')],
    'Enter a whole number of grams from 1 to 1,000,000,000, or null for any weight',
  ),
  price: Money,
});

/** One way in which goods leave: the first rate whose `upTo` the weight does not exceed is its price. */
export const DeliveryWay = z.strictObject({
  id: bounded(80, 'An id must have 1 to 40 lowercase letters, digits and hyphens', 'Enter an id').regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'An id must have 1 to 40 lowercase letters, digits and hyphens',
  ),
  name: text(1, 80, 'Name'),
  countries: z
    .array(z.union([z.literal('*'), Country], 'Enter a two-letter country code, or * for everywhere'))
    .min(1, 'Enter at least one country, or * for everywhere')
    .max(300, 'Too many countries'),
  days: z
    .tuple([days, days], 'Enter the days from and to')
    .refine(([from, to]) => from <= to, { error: 'The first day must not be after the last', path: [1] }),
  rates: z
    .array(Rate, 'Rates must be a list')
    .min(1, 'Enter at least one rate')
    .max(MAX_RATES, `A delivery method can have at most ${MAX_RATES} rates`)
    .superRefine((rates, context) => {
      rates.forEach(({ upTo }, index) => {
        const before = index === 0 ? 0 : rates[index - 1]!.upTo;
        if (before !== null && (upTo === null || upTo > before)) return;
        const said =
          before === null ? sentence('The rate for any weight must be the last') : sentence('Weights must increase');
        context.addIssue({ ...complaint(said), path: [index, 'upTo'] });
      });
    }),
  freeFrom: z.union([z.null(), Money], 'Enter an amount of goods, or null'),
  /** Who pays customs duties and import taxes, said to who orders into another country. */
  duties: text(0, 300, 'Customs duties').optional(),
});
export type DeliveryWay = z.output<typeof DeliveryWay>;

export const TaxRate = z.strictObject({
  country: Country,
  percent: Percent,
  name: text(1, 40, 'Name'),
});
export type TaxRate = z.output<typeof TaxRate>;

/** What the shop says of itself. A text that is sent empty is unset: the one in content/ holds again. */
const company = {
  name: text(0, 200, 'Name'),
  /** Its lines as lines. */
  address: text(0, 500, 'Address'),
  country: Country,
  phone: text(0, 40, 'Phone'),
  email: z.union([z.literal(''), NewEmail], 'Provide a valid email'),
  hours: text(0, 200, 'Hours'),
  vatId: text(0, 20, 'VAT number'),
};

/** What only papers and e-invoices say of the company. */
const legal = {
  /** In parts, as e-invoices need it; null: they cannot be made. */
  invoiceAddress: PostalAddress.nullable(),
  /** In the register of companies. */
  registration: text(0, 64, 'Registration'),
  /** Whom to ask about an invoice. */
  contact: z.strictObject({
    name: text(0, 200, 'Name'),
    phone: text(0, 40, 'Phone'),
    email: z.union([z.literal(''), NewEmail], 'Provide a valid email'),
  }),
  peppolId: PeppolId,
};

/** The most steps of reminding. */
export const MAX_REMINDERS = 3;

/** The most holidays that are kept: those of some twenty years. */
export const MAX_HOLIDAYS = 300;
const WEEKDAY = whole(1, 7, 'Enter days of the week, from 1 on Monday to 7 on Sunday');

/** What decides how the shop trades. A field left out of a change stays as it is. */
const trade = {
  /** Of every price and paper; it is changed only while nothing was sold or offered in it. */
  currency: z.enum(
    CURRENCIES,
    'Enter an ISO 4217 currency with two decimals that cards can be charged in, such as EUR',
  ),
  /** Where its days, months and years begin. */
  timeZone: TimeZone,
  /** Who reads a product's page. */
  productPages: z.enum(['members', 'everyone'], 'productPages must be members or everyone'),
  companies: z.strictObject({ opening: z.enum(['on-request', 'open'], 'opening must be on-request or open') }),
  /** How long an order holds its stock once its buyer chose bank transfer. */
  transferHoldDays: whole(1, 365, 'Enter a whole number of days from 1 to 365'),
  reminders: z
    .array(
      z.strictObject({ afterDays: whole(1, 365, 'Enter a whole number of days from 1 to 365'), fee: Money }),
      'Reminders must be a list',
    )
    .max(MAX_REMINDERS, `At most ${MAX_REMINDERS} reminders`)
    .superRefine((steps, context) => {
      steps.forEach(({ afterDays }, index) => {
        if (index === 0 || afterDays > steps[index - 1]!.afterDays) return;
        context.addIssue({ ...complaint(sentence('Days must increase')), path: [index, 'afterDays'] });
      });
    }),
  /** Charged with each reminder on what is overdue, in percent a year; 0: none. */
  lateInterest: Percent,
  /** From so many days after it was due, whoever owes it orders nothing more on account. */
  overdueDays: whole(0, 365, 'Enter a whole number of days from 0 to 365'),
  /** What the goods of an order must come to: below it `surcharge` is charged; where that is null, it is refused. */
  minimumOrder: z
    .strictObject(
      { goods: Money.refine((goods) => goods > 0, 'Enter more than 0'), surcharge: Money.nullable() },
      tell('minimumOrder must be {what} or null', { what: '{ goods, surcharge }' }),
    )
    .nullable(),
  /** How orders on account are invoiced: as a whole when they are placed, or with each shipment. */
  invoicing: z.enum(['order', 'delivery'], 'invoicing must be order or delivery'),
  /** Whether a number counts for tax by its form, or only once the register said that it stands. */
  vatNumbers: z.enum(['form', 'proved'], 'vatNumbers must be form or proved'),
  /** On which days of the week somebody works, from 1 on Monday. */
  workdays: z
    .array(WEEKDAY, 'Enter days of the week, from 1 on Monday to 7 on Sunday')
    .min(1, 'Choose at least one working day')
    .max(7, 'A week has seven days')
    .refine(isEachOnce, 'Each day of the week only once'),
  /** On which days nobody does. */
  holidays: z
    .array(Day, 'Holidays must be a list of days')
    .max(MAX_HOLIDAYS, `At most ${MAX_HOLIDAYS} holidays: remove those that are over`)
    .refine(isEachOnce, 'Each holiday only once'),
  /** In which languages papers and letters are written, the shop's own first. */
  languages: z
    .array(LanguageCode, 'Languages must be a list')
    .min(1, 'Choose at least one language')
    .max(LANGUAGES.length, 'Each language only once')
    .refine(isEachOnce, 'Each language only once'),
  /** Whether those who pack see what things cost: false leaves money out of every answer and paper for them. */
  warehouseSeesPrices: z.boolean('warehouseSeesPrices must be true or false'),
  /** Which catalogues everybody may read; others need an API key or a member's sign-in. */
  feeds: z.strictObject(
    { bmecat: z.boolean('bmecat must be true or false') },
    tell('feeds must be {what}', { what: '{ bmecat }' }),
  ),
  returnDays: whole(0, 3_650, 'Enter a whole number of days from 0 to 3,650'),
  /** How much of one order those who sell may give back in all; null: no limit. */
  salesRefundLimit: z.union([z.null(), Money], 'Enter an amount, or null for no limit'),
};

function isEachOnce(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const LOGO = 'The logo must be an https address of a picture, or one that was uploaded';

const settings = {
  company: z.strictObject({
    ...company,
    ...z.strictObject(legal).partial().shape,
    /** Where a bank transfer goes; null: none is offered. */
    bankAccount: BankAccount.nullable().optional(),
  }),
  texts: ShopTextsEdit,
  pictures: ShopPicturesEdit.optional(),
  sections: z.strictObject(sections).partial().optional(),
  delivery: z
    .array(DeliveryWay, 'Delivery methods must be a list')
    .max(MAX_DELIVERY_WAYS, `At most ${MAX_DELIVERY_WAYS} delivery methods`)
    .superRefine((ways, context) =>
      refuseRepeated(
        ways.map(({ id }) => id),
        'id',
        sentence('Two delivery methods have this id'),
        context,
      ),
    ),
  tax: z
    .array(TaxRate, 'Tax rates must be a list')
    .max(300, 'Too many countries')
    .superRefine((rates, context) =>
      refuseRepeated(
        rates.map(({ country }) => country),
        'country',
        sentence('This country already has a rate'),
        context,
      ),
    ),
  holdHours: whole(1, MAX_HOLD_HOURS, 'Enter a whole number of hours from 1 to 8,760'),
  ...z.strictObject(trade).partial().shape,
  books: BooksEdit.optional(),
  papers: z.strictObject(paperTexts).partial().optional(),
  letters: z.strictObject(letterTexts).partial().optional(),
  logo: z.union(
    [
      z.null(),
      z.literal(''),
      bounded(2_000, 'A picture address may have at most 2,000 characters').refine(isPictureAddress, LOGO),
    ],
    { error: LOGO },
  ),
  version: Version,
};

function refuseRepeated(values: string[], field: string, said: Sentence, context: z.RefinementCtx): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) context.addIssue({ ...complaint(said), path: [index, field] });
  });
}

/** What an admin sends: the whole as GET answers it with some of it changed; what they may not set is ignored. */
export const SettingsEdit = z.strictObject({ ...settings, holdHoursOverride: z.unknown().optional() });
export type SettingsEdit = z.output<typeof SettingsEdit>;

/** What the shop runs by; where the owner has set nothing, what content/ says and what a new shop starts with. */
export const Settings = z.object({
  company: z.object({ ...company, ...legal, bankAccount: BankAccount.nullable() }),
  ...trade,
  texts: ShopTexts,
  pictures: z.object(shopPictures),
  /** Which of the sections that a shop begins with are shown. */
  sections: z.object(sections),
  books: Books,
  papers: z.object(paperTexts),
  letters: z.object(letterTexts),
  delivery: z.array(DeliveryWay),
  tax: z.array(TaxRate),
  holdHours: z.number(),
  /** Where the operator set ORDER_HOLD_HOURS: those hours, which win over `holdHours`. Else null. */
  holdHoursOverride: z.number().nullable(),
  logo: z.string().nullable(),
  version: z.number(),
});
export type Settings = z.infer<typeof Settings>;

/** A link to a page of the shop. */
const SiteLink = z.object({ text: z.string(), to: z.string() });

/** What visitors may know of the settings. */
export const ShopFront = z.object({
  company: z.object(company),
  texts: z.object(shopTexts),
  pictures: Settings.shape.pictures,
  sections: Settings.shape.sections,
  logo: Settings.shape.logo,
  /** Where the shop delivers: codes, or `*` for everywhere. */
  countries: z.array(z.string()),
  /** How long an unpaid order holds its stock. */
  holdHours: z.number().nullable(),
  /** Whether a bank transfer is taken beside a card. */
  transfer: z.boolean(),
  currency: trade.currency,
  timeZone: trade.timeZone,
  productPages: trade.productPages,
  /** In which papers can be had, the shop's own first. */
  languages: z.array(LanguageCode),
  /** What the bar of every page leads to. */
  menu: z.array(SiteLink),
  /** What the foot of every page leads to, in columns. */
  footer: z.array(z.object({ title: z.string(), links: z.array(SiteLink) })),
  /** Whether there are terms, at `/pages/terms`, to which the last step of an order links. */
  terms: z.boolean(),
  /** Whether anything is taxed, so that prices say that they are without it. */
  hasTax: z.boolean(),
});
export type ShopFront = z.infer<typeof ShopFront>;

/** The names of what decides how the shop trades. */
export const TRADE = Object.keys(trade) as (keyof typeof trade)[];

/** What has parts that are changed each by itself; a form for some of the settings may lack some. */
const GROUPS = ['company', 'texts', 'pictures', 'sections', 'books', 'papers', 'letters'] as const;

/** The settings part by part: what one change touches, what is written down of it, and what is put back. */
export function partsOf(settings: SettingsParts): Record<string, unknown> {
  const { delivery, tax, holdHours, logo } = settings;
  const within = GROUPS.flatMap((group) =>
    Object.entries(settings[group] ?? {}).map(([name, value]) => [`${group}.${name}`, value]),
  );
  const parts = Object.fromEntries([...TRADE.map((name) => [name, settings[name]]), ...within]);
  return { ...parts, delivery, tax, holdHours, logo };
}

/** The settings, or what is typed of them. */
type SettingsParts = {
  company: object;
  texts: object;
  pictures?: object | undefined;
  sections?: object | undefined;
  books?: object | undefined;
  papers?: object | undefined;
  letters?: object | undefined;
} & Record<'delivery' | 'tax' | 'holdHours' | 'logo', unknown> &
  Partial<Record<keyof typeof trade, unknown>>;

/** The same with some parts, as `partsOf` names them, set to something else. */
export function withParts<T extends SettingsParts>(settings: T, parts: Readonly<Record<string, unknown>>): T {
  const group = (name: (typeof GROUPS)[number]) => ({
    ...settings[name],
    ...Object.fromEntries(
      Object.entries(parts).flatMap(([part, value]) =>
        part.startsWith(`${name}.`) ? [[part.slice(name.length + 1), value]] : [],
      ),
    ),
  });
  const whole = Object.fromEntries(Object.entries(parts).filter(([part]) => !part.includes('.')));
  // A form for some of the settings has some of the groups.
  const there = GROUPS.filter((name) => settings[name] !== undefined);
  return { ...settings, ...whole, ...Object.fromEntries(there.map((name) => [name, group(name)])) };
}
