import { kilogramsText, typedGrams } from '#web/forms/typed-measures.ts';
import { ownWords } from '#content/shop-front.ts';
import type { BankAccount } from '#contract/money/bank-account.ts';
import type { Issue } from '#contract/errors.ts';
import type { PostalAddress } from '#contract/people/addresses.ts';
import type { BodyInput } from '#contract/routes.ts';
import { type DeliveryWay, partsOf, type Settings, withParts } from '#contract/office/settings.ts';

type SettingsBody = BodyInput<'changeSettings'>;
type Legal = Pick<Settings['company'], 'registration' | 'contact' | 'peppolId'>;
type Words = Omit<Settings['company'], 'bankAccount' | 'invoiceAddress' | keyof Legal>;
export type WordsField = Exclude<keyof Words, 'country'>;
export type TextsField = Exclude<keyof Settings['texts'], 'reasons' | 'statistics' | 'trust' | 'translations'>;

/** A way of delivery as it is typed: weights in kilograms; what is left empty is without a bound. */
interface WayValues {
  /** Empty until it is saved for the first time. */
  id: string;
  name: string;
  countries: string[];
  days: [string, string];
  rates: { upTo: string; price: string }[];
  freeFrom: string;
  duties: string;
}

/** The settings as they stand in the form. What the owner has not set is empty, and the text in content/ is used. */
export interface SettingsValues extends Pick<
  Settings,
  | 'texts'
  | 'sections'
  | 'papers'
  | 'letters'
  | 'warehouseSeesPrices'
  | 'currency'
  | 'timeZone'
  | 'productPages'
  | 'companies'
  | 'feeds'
  | 'invoicing'
  | 'vatNumbers'
  | 'holidays'
  | 'languages'
> {
  /** Without a bank account or an address in parts, all of it is empty. */
  company: Words & Legal & { bankAccount: BankAccount; invoiceAddress: PostalAddress };
  pictures: Omit<Settings['pictures'], 'banner'> & { banner: { image: string }[] };
  delivery: WayValues[];
  tax: { country: string; percent: string; name: string }[];
  holdHours: string;
  logo: string;
  transferHoldDays: string;
  /** Days of the week from 1 on Monday, as their boxes say. */
  workdays: string[];
  reminders: { afterDays: string; fee: string }[];
  lateInterest: string;
  overdueDays: string;
  /** Without an amount of goods, there is none; without a surcharge, smaller orders are refused. */
  minimumOrder: { goods: string; surcharge: string };
  returnDays: string;
  /** Empty: no limit. */
  salesRefundLimit: string;
}

export const OWN_COMPANY: Words = ownWords.company;
export const OWN_TEXTS: Omit<Settings['texts'], 'translations'> = ownWords.texts;
export const OWN_PICTURES: Settings['pictures'] = ownWords.pictures;

const NO_ACCOUNT: BankAccount = { holder: '', account: '', bic: '', bank: '' };
const NO_ADDRESS: PostalAddress = { street: '', extra: '', postalCode: '', town: '', region: '', country: '' };

export const EMPTY_WAY: WayValues = {
  id: '',
  name: '',
  countries: ['*'],
  days: ['', ''],
  rates: [{ upTo: '', price: '' }],
  freeFrom: '',
  duties: '',
};

/** What the form begins with. */
export function valuesOf({
  company: { bankAccount, invoiceAddress, ...company },
  texts,
  pictures,
  delivery,
  tax,
  holdHours,
  holdHoursOverride: _theirs,
  books: _books,
  logo,
  version: _version,
  ...trade
}: Settings): SettingsValues {
  return {
    ...trade,
    company: {
      ...withoutOwn(company, OWN_COMPANY),
      country: company.country,
      bankAccount: bankAccount ?? NO_ACCOUNT,
      invoiceAddress: invoiceAddress ?? NO_ADDRESS,
    },
    texts,
    pictures: { ...pictures, banner: pictures.banner.map((image) => ({ image })) },
    delivery: delivery.map(wayValues),
    tax: tax.map(({ country, percent, name }) => ({ country, percent: String(percent), name })),
    holdHours: String(holdHours),
    logo: logo ?? '',
    transferHoldDays: String(trade.transferHoldDays),
    reminders: trade.reminders.map(({ afterDays, fee }) => ({ afterDays: String(afterDays), fee: String(fee) })),
    lateInterest: String(trade.lateInterest),
    overdueDays: String(trade.overdueDays),
    returnDays: String(trade.returnDays),
    salesRefundLimit: trade.salesRefundLimit === null ? '' : String(trade.salesRefundLimit),
    workdays: trade.workdays.map(String),
    holidays: trade.holidays.toSorted(),
    minimumOrder: {
      goods: trade.minimumOrder === null ? '' : String(trade.minimumOrder.goods),
      surcharge: String(trade.minimumOrder?.surcharge ?? ''),
    },
  };
}

/** Every text that is as content/ has it, empty. */
function withoutOwn<T extends object>(said: T, own: Partial<T>): T {
  const entries = Object.entries(said).map(([name, value]) => [name, value === own[name as keyof T] ? '' : value]);
  // The same names with texts in place of texts.
  return Object.fromEntries(entries) as T;
}

function wayValues({ id, name, countries, days: [from, to], rates, freeFrom, duties = '' }: DeliveryWay): WayValues {
  return {
    id,
    name,
    countries,
    days: [String(from), String(to)],
    rates: rates.map(({ upTo, price }) => ({ upTo: upTo === null ? '' : kilogramsText(upTo), price: String(price) })),
    freeFrom: freeFrom === null ? '' : String(freeFrom),
    duties,
  };
}

/** What is sent. What cannot be read goes as it was typed, so that the contract says what is wrong with it. */
export function bodyOf(
  {
    company,
    texts,
    pictures,
    delivery,
    tax,
    holdHours,
    logo,
    minimumOrder: { goods, surcharge },
    ...trade
  }: SettingsValues,
  version: number,
) {
  const ids = new Set(delivery.map(({ id }) => id));
  const body: SettingsBody = {
    ...trade,
    company: {
      ...company,
      bankAccount: isSame(company.bankAccount, NO_ACCOUNT) ? null : company.bankAccount,
      invoiceAddress: isSame(company.invoiceAddress, NO_ADDRESS) ? null : company.invoiceAddress,
    },
    texts,
    pictures: { ...pictures, banner: pictures.banner.map(({ image }) => image) },
    delivery: delivery.map(({ id, name, countries, days, rates, freeFrom, duties }) => ({
      id: id || newId(name, ids),
      name,
      countries,
      days,
      rates: rates.map(({ upTo, price }) => ({ upTo: gramsOf(upTo), price })),
      freeFrom: freeFrom.trim() || null,
      ...(duties.trim() === '' ? {} : { duties: duties.trim() }),
    })),
    tax,
    holdHours,
    minimumOrder: goods.trim() === '' ? null : { goods, surcharge: surcharge.trim() === '' ? null : surcharge },
    salesRefundLimit: trade.salesRefundLimit.trim() || null,
    logo: logo.trim() || null,
    version,
  };
  return body;
}

function gramsOf(kilograms: string): string | number | null {
  return kilograms.trim() === '' ? null : (typedGrams(kilograms) ?? `${kilograms} kg`);
}

/** An id for a delivery method that is not taken yet: orders keep it, so it never changes. */
function newId(name: string, taken: Set<string>): string {
  const word =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 30) || 'way';
  let id = word;
  for (let count = 2; taken.has(id); count++) id = `${word}-${count}`;
  taken.add(id);
  return id;
}

const IN_KILOGRAMS =
  'Enter kilograms, such as 30 or 0.5, rising from row to row. Only the last row may be empty, for any weight';

/** Where in the form a complaint of the contract belongs, in the form's own words. */
export function placeOf({ path, message }: Pick<Issue, 'path' | 'message'>): { name: string; message: string } {
  if (/\.rates\.\d+\.upTo$/.test(path)) return { name: path, message: IN_KILOGRAMS };
  if (path.endsWith('.days')) return { name: `${path}.0`, message };
  if (path.endsWith('.id')) return { name: path.replace(/id$/, 'name'), message };
  if (/^pictures\.banner\.\d+$/.test(path)) return { name: `${path}.image`, message };
  return { name: path.replace(/(\.countries)\.\d+$/, '$1'), message };
}

/** What somebody else changed while one typed. */
export interface MergedSettings {
  /** Typed here, and taken over from there where nothing was typed. */
  values: SettingsValues;
  /** The parts that were taken over, as `partsOf` names them. */
  taken: string[];
  /** The parts that both changed: what was typed stays, to be decided. */
  conflicts: string[];
}

/** Brings together what was typed over the settings as they were opened, and the settings as they are by now. */
export function mergeSettings(opened: Settings, now: Settings, typed: SettingsValues): MergedSettings {
  const [before, there, here] = [valuesOf(opened), valuesOf(now), typed].map(partsOf) as [Parts, Parts, Parts];
  const theirs = Object.keys(there).filter((part) => !isSame(before[part], there[part]));
  const isMine = (part: string) => !isSame(before[part], here[part]);
  const taken = theirs.filter((part) => !isMine(part));
  const conflicts = theirs.filter((part) => isMine(part) && !isSame(here[part], there[part]));
  const values = withParts(typed, Object.fromEntries(taken.map((part) => [part, there[part]])));
  return { values, taken, conflicts };
}

type Parts = Record<string, unknown>;

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
