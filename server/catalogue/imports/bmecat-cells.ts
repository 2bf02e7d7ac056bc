import { PIECE_CODES } from '#contract/buying/units.ts';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import { centsToMoney } from '#contract/money.ts';
import type { ReadCell } from '#sheets/sheet-rows.ts';
import type { CatalogueFacts, CatalogueProduct } from './bmecat-products.ts';

/** What a catalogue says of each tool, by the names of the columns of a sheet; features follow by theirs. */
export const CATALOGUE_COLUMNS = [
  'sku',
  'name',
  'description',
  'category',
  'price',
  'priceUnit',
  'minOrderQuantity',
  'quantityStep',
  'priceBreaks',
  'packs',
  'weight',
  'gtin',
  'hsCode',
  'origin',
  'unspsc',
  'image',
  'imageFile',
] as const;
type Column = (typeof CATALOGUE_COLUMNS)[number];

/** Decimals of a number that are read. */
const DECIMALS = 6;
const SCALE = 10n ** BigInt(DECIMALS);
const GRAMS = 1_000;
const PERCENT_OF = 100n;

/** Codes of UN/ECE Recommendation 20 in which features may be, as this shop writes them. */
const UNITS: Record<string, string> = {
  MMT: 'mm',
  CMT: 'cm',
  MTR: 'm',
  KGM: 'kg',
  GRM: 'g',
  LTR: 'l',
  MLT: 'ml',
  CEL: '°C',
  VLT: 'V',
  WTT: 'W',
  NEW: 'N',
  KWT: 'kW',
  BAR: 'bar',
};

/** The cells of a product, those of features by the names in `features`. */
export function cellsOf(product: CatalogueProduct, facts: CatalogueFacts, features: readonly string[]): ReadCell[] {
  const { texts, unspsc } = product;
  const text = (name: string) => texts.get(name) ?? null;
  const sku = text('SUPPLIER_PID');
  const pieces = wholeOf(text('NO_CU_PER_OU') ?? '1') ?? 1;
  const priced = pricesOf(product, pieces);
  const weight = Number(text('WEIGHT') ?? '');
  const cells: Record<Column, ReadCell> = {
    sku,
    name: text('DESCRIPTION_SHORT'),
    description: text('DESCRIPTION_LONG') ?? text('DESCRIPTION_SHORT'),
    category: facts.groups.get(facts.groupOf.get(sku ?? '') ?? '') ?? null,
    ...priced,
    minOrderQuantity: inPieces(text('QUANTITY_MIN') ?? '1', pieces),
    quantityStep: inPieces(text('QUANTITY_INTERVAL') ?? '1', pieces),
    packs: packsOf(product, pieces),
    weight: weight > 0 ? Math.round(weight * GRAMS) : null,
    gtin: text('INTERNATIONAL_PID'),
    hsCode: text('CUSTOMS_NUMBER'),
    origin: text('COUNTRY_OF_ORIGIN')?.slice(0, 2) ?? null,
    unspsc: unspsc === '' ? null : unspsc,
    ...pictureOf(product, facts),
  };
  const said = new Map(product.features.map(({ name, value, unit }) => [name, value && withUnit(value, unit)]));
  return [...CATALOGUE_COLUMNS.map((column) => cells[column]), ...features.map((name) => said.get(name) || null)];
}

function withUnit(value: string, unit: string): string {
  return unit === '' ? value : `${value} ${UNITS[unit] ?? unit}`;
}

/** A number without noise, times a million; null where it is none. */
function scaled(text: string): bigint | null {
  const [, whole, decimals = ''] = /^\s*(\d{1,15})(?:[.](\d{1,6})0*)?\s*$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole) * SCALE + BigInt(decimals.padEnd(DECIMALS, '0') || '0');
}

function wholeOf(text: string): number | null {
  const number = scaled(text);
  return number === null || number === 0n || number % SCALE !== 0n ? null : Number(number / SCALE);
}

/** So many order units in pieces. */
function inPieces(units: string, pieces: number): ReadCell {
  const number = scaled(units);
  if (number === null || (number * BigInt(pieces)) % SCALE !== 0n)
    return { problem: `${units.slice(0, 40)} is no whole number of pieces` };
  return Number((number * BigInt(pieces)) / SCALE);
}

/** Prices without tax: what everybody pays before what one customer does. */
const NET = ['net_list', 'net_customer', 'net_customer_exp'];

type Priced = Pick<Record<Column, ReadCell>, 'price' | 'priceUnit' | 'priceBreaks'>;

/** The price and its breaks, for as many pieces as make all of them whole cents. */
function pricesOf({ texts, prices }: CatalogueProduct, pieces: number): Priced {
  const none = (problem: string): Priced => ({ price: { problem }, priceUnit: null, priceBreaks: null });
  const type = NET.find((each) => prices.some((price) => price.type === each));
  if (type === undefined)
    return prices.length === 0
      ? { price: null, priceUnit: null, priceBreaks: null }
      : none('There is no price without tax (net_list or net_customer)');
  const found = prices
    .filter((price) => price.type === type)
    .map(({ amount, currency, from }) => ({ currency, amount: scaled(amount), from: scaled(from || '1') }));
  const quantity = scaled(texts.get('PRICE_QUANTITY') ?? '1');
  const read = found.flatMap(({ amount, from, currency }) =>
    amount === null || from === null ? [] : [{ amount, from, currency }],
  );
  if (quantity === null || quantity === 0n || read.length < found.length) return none('Enter a price such as 12.50');
  read.sort((one, other) => Number(one.from - other.from));
  // Of PRICE_QUANTITY order units: their amount in cents × pieces of the price unit ÷ pieces that it is for.
  const centsFor = (amount: bigint, unit: number) => {
    const [above, below] = [amount * PERCENT_OF * BigInt(unit), quantity * BigInt(pieces)];
    return above % below === 0n ? Number(above / below) : null;
  };
  const own = Number(quantity / SCALE);
  const units = [...PRICE_UNITS].toSorted((one, other) => Number(other === own) - Number(one === own));
  const unit = units.find((each) => read.every(({ amount }) => centsFor(amount, each) !== null));
  const [first, ...breaks] = read;
  if (unit === undefined || !first) return none('The price of a piece, or of 1,000, has no whole cents');
  const money = (amount: bigint) => centsToMoney(centsFor(amount, unit) ?? 0);
  const price = money(first.amount);
  return {
    price: first.currency === '' ? price : { amount: price, currency: first.currency },
    priceUnit: unit,
    priceBreaks: breaks
      .map(({ amount, from }) => `${(from * BigInt(pieces)) / SCALE}: ${money(amount).toFixed(2)}`)
      .join('; '),
  };
}

function packsOf({ texts, packs }: CatalogueProduct, pieces: number): ReadCell {
  const unit = texts.get('ORDER_UNIT') ?? '';
  const all = [
    ...(pieces > 1 ? [{ code: unit, name: '', gtin: '', pieces }] : []),
    ...packs.flatMap(({ quantity, ...pack }) => {
      const units = wholeOf(quantity);
      return units === null ? [] : [{ ...pack, pieces: units * pieces }];
    }),
  ].filter((pack) => pack.pieces > 1 && /^[A-Z0-9]{2,3}$/.test(pack.code) && !PIECE_CODES.includes(pack.code));
  if (all.length === 0) return null;
  const named = (name: string) => (name === '' ? '' : `:"${[...name].slice(0, 20).join('').replaceAll('"', '""')}"`);
  return all
    .map(({ code, name, pieces: count, gtin }) => `${code}${named(name)}=${count}${gtin === '' ? '' : `@${gtin}`}`)
    .join('|');
}

/** A picture by its address, or by the name of its file, which is still to come. */
function pictureOf(
  { picture }: CatalogueProduct,
  { generator }: CatalogueFacts,
): { image: ReadCell; imageFile: ReadCell } {
  const none = { image: null, imageFile: null };
  if (picture === '') return none;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(picture)) return { image: null, imageFile: picture.split(/[\\/]/).at(-1) ?? null };
  // A catalogue of a shop like this names its own pictures, as its sheets do.
  const own = /^https?:\/\/[^/]+(\/(?:pictures|uploads)\/.*)$/.exec(picture)?.[1];
  if (generator === 'Tradebench' && own !== undefined) return { image: own, imageFile: null };
  return picture.startsWith('https:') ? { image: picture, imageFile: null } : none;
}
