import { z } from 'zod';
import { BankAccount } from '../money/bank-account.ts';
import { Country } from '../countries.ts';
import { Dollars, Percent, whole } from '../numbers.ts';
import { bounded, Email, text } from '../text.ts';
import { isPictureAddress } from '../catalogue/tools.ts';

/** The most ways of delivery, rates of one way, and reasons on the home page. */
export const MAX_DELIVERY_WAYS = 50;
export const MAX_RATES = 20;
export const MAX_REASONS = 12;
/** The longest that an unpaid order may hold its stock: a year. */
const MAX_HOLD_HOURS = 8_760;
/** The heaviest weight that a rate can name: a thousand tons, in grams. */
const MAX_RATE_WEIGHT = 1_000_000_000;

const days = whole(0, 365, 'Give a whole number of days from 0 to 365');

const Rate = z.strictObject({
  /** Grams, or null for any weight. */
  upTo: z.union(
    [z.null(), whole(1, MAX_RATE_WEIGHT, 'Give whole grams')],
    'Give whole grams from 1 to 1,000,000,000, or null for any weight',
  ),
  price: Dollars,
});

/** One way in which goods leave: the first rate whose `upTo` the weight does not exceed is its price. */
export const DeliveryWay = z.strictObject({
  id: bounded(80, 'An id has 1 to 40 small letters, digits and hyphens', 'Give an id').regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'An id has 1 to 40 small letters, digits and hyphens',
  ),
  name: text(1, 80, 'Name'),
  countries: z
    .array(z.union([z.literal('*'), Country], 'Give two letters of a country, or * for everywhere'))
    .min(1, 'Say at least one country, or * for everywhere')
    .max(300, 'Those are more countries than there are'),
  days: z
    .tuple([days, days], 'Give the days from and to')
    .refine(([from, to]) => from <= to, { error: 'The first day must not be after the last', path: [1] }),
  rates: z
    .array(Rate, 'Rates must be a list')
    .min(1, 'Say at least one rate')
    .max(MAX_RATES, `A way has at most ${MAX_RATES} rates`)
    .superRefine((rates, context) => {
      rates.forEach(({ upTo }, index) => {
        const before = index === 0 ? 0 : rates[index - 1]!.upTo;
        if (before !== null && (upTo === null || upTo > before)) return;
        const message = before === null ? 'No rate can follow that for any weight' : 'Weights must rise';
        context.addIssue({ code: 'custom', message, path: [index, 'upTo'] });
      });
    }),
  freeFrom: z.union([z.null(), Dollars], 'Give dollars of goods, or null'),
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
  email: z.union([z.literal(''), Email], 'Provide a valid email'),
  hours: text(0, 200, 'Hours'),
  vatId: text(0, 20, 'VAT number'),
};

const texts = {
  headline: text(0, 200, 'Headline'),
  tagline: text(0, 1000, 'Tagline'),
  reasons: z
    .array(z.strictObject({ title: text(1, 100, 'Title'), text: text(1, 500, 'Text') }))
    .max(MAX_REASONS, `At most ${MAX_REASONS} reasons`),
  aboutTitle: text(0, 200, 'Title'),
  /** Paragraphs with an empty line between them. */
  aboutText: text(0, 10_000, 'Text'),
  /** A line of the shop's own beside the copyright. */
  footer: text(0, 300, 'Footer'),
};

const settings = {
  company: z.strictObject({
    ...company,
    /** Where a bank transfer goes; null: none is offered. */
    bankAccount: BankAccount.nullable().optional(),
  }),
  texts: z.strictObject(texts).partial(),
  delivery: z
    .array(DeliveryWay, 'Ways of delivery must be a list')
    .max(MAX_DELIVERY_WAYS, `At most ${MAX_DELIVERY_WAYS} ways of delivery`)
    .superRefine((ways, context) =>
      refuseRepeated(
        ways.map(({ id }) => id),
        'id',
        'Two ways have this id',
        context,
      ),
    ),
  tax: z
    .array(TaxRate, 'Tax rates must be a list')
    .max(300, 'Those are more countries than there are')
    .superRefine((rates, context) =>
      refuseRepeated(
        rates.map(({ country }) => country),
        'country',
        'This country has a rate already',
        context,
      ),
    ),
  holdHours: whole(1, MAX_HOLD_HOURS, 'Give whole hours from 1 to 8,760'),
  logo: z.union(
    [
      z.null(),
      z.literal(''),
      bounded(2_000, 'A picture address has at most 2,000 characters').refine(isPictureAddress),
    ],
    {
      error: 'The logo must be an https address of a picture, or one that was uploaded',
    },
  ),
  version: whole(0, 2_147_483_647, 'version must be the one that GET answered'),
};

function refuseRepeated(values: string[], field: string, message: string, context: z.RefinementCtx): void {
  values.forEach((value, index) => {
    if (values.indexOf(value) < index) context.addIssue({ code: 'custom', message, path: [index, field] });
  });
}

/** What an admin sends: the whole as GET answers it with some of it changed; what they may not set is ignored. */
export const SettingsEdit = z.strictObject({ ...settings, holdHoursOverride: z.unknown().optional() });
export type SettingsEdit = z.output<typeof SettingsEdit>;

/** What the shop runs by; where the owner has set nothing, what content/ says and what a new shop starts with. */
export const Settings = z.object({
  company: z.object({ ...company, bankAccount: BankAccount.nullable() }),
  texts: z.object(texts),
  delivery: z.array(DeliveryWay),
  tax: z.array(TaxRate),
  holdHours: z.number(),
  /** Where the operator set ORDER_HOLD_HOURS: those hours, which win over `holdHours`. Else null. */
  holdHoursOverride: z.number().nullable(),
  logo: z.string().nullable(),
  version: z.number(),
});
export type Settings = z.infer<typeof Settings>;

/** What visitors may know of the settings. */
export const ShopFront = z.object({
  company: z.object(company),
  texts: Settings.shape.texts,
  logo: Settings.shape.logo,
  /** Where the shop delivers: codes, or `*` for everywhere. */
  countries: z.array(z.string()),
  /** How long an unpaid order holds its stock. */
  holdHours: z.number().nullable(),
  /** Whether a bank transfer is taken beside a card. */
  transfer: z.boolean(),
});
export type ShopFront = z.infer<typeof ShopFront>;

/** The settings part by part: what one change touches, what is written down of it, and what is put back. */
export function partsOf({ company, texts, delivery, tax, holdHours, logo }: SettingsParts): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(company).map(([name, value]) => [`company.${name}`, value])),
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [`texts.${name}`, value])),
    delivery,
    tax,
    holdHours,
    logo,
  };
}

interface SettingsParts {
  company: object;
  texts: object;
  delivery: unknown;
  tax: unknown;
  holdHours: unknown;
  logo: unknown;
}

/** The same with some parts, as `partsOf` names them, set to something else. */
export function withParts<T extends SettingsParts>(settings: T, parts: Readonly<Record<string, unknown>>): T {
  const group = (name: 'company' | 'texts') => ({
    ...settings[name],
    ...Object.fromEntries(
      Object.entries(parts).flatMap(([part, value]) =>
        part.startsWith(`${name}.`) ? [[part.slice(name.length + 1), value]] : [],
      ),
    ),
  });
  const whole = Object.fromEntries(Object.entries(parts).filter(([part]) => !part.includes('.')));
  return { ...settings, ...whole, company: group('company'), texts: group('texts') };
}
