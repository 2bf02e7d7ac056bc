import type { PriceBreak } from '#contract/buying/pricing.ts';
import { BY_THE_PIECE } from '#contract/buying/units.ts';
import type { DocumentKind } from '#contract/catalogue/documents.ts';
import type { Pack } from '#contract/catalogue/packs.ts';
import { centsToMoney } from '#contract/money.ts';
import { element, sayable } from '#server/catalogue/feeds/xml-element.ts';
import { presentDocument } from '#server/catalogue/tools/tools.ts';
import type { tools } from '#server/catalogue/tools/tools.sql.ts';
import { isKnownCountry, isKnownUnit, unitCode } from './bmecat-codes.ts';

type ToolRow = typeof tools.$inferSelect;

/** A tool at the prices of whoever asks, in cents of its price unit, and what they call it. */
export interface CatalogueTool {
  row: ToolRow;
  priceCents: number;
  priceBreaks: readonly PriceBreak[];
  buyerNumber: string | null;
}

/** What all products of one catalogue have in common. */
export interface CatalogueFacts {
  baseUrl: string;
  /** As ISO 4217 has it. */
  currency: string;
  /** Whether prices are those of one company. */
  isOfCompany: boolean;
  /** The attributes of the shop by their keys, and what they are called. */
  attributes: ReadonlyMap<string, string>;
}

/* The longest texts that the schema takes, in characters. */
const MAX_PID = 32;
const MAX_SHORT = 150;
const MAX_SOURCE = 255;
const MAX_BUYER_PID = 50;
const MAX_FUNIT = 20;
const MAX_DESCR = 250;

const GRAMS = 1_000;

const PURPOSES: Partial<Record<DocumentKind, string>> = { datasheet: 'data_sheet' };

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  svg: 'image/svg+xml',
  gif: 'image/gif',
  pdf: 'application/pdf',
  zip: 'application/zip',
  step: 'model/step',
  dxf: 'image/vnd.dxf',
};

/** The number that a tool is ordered by: its stock number, where the schema takes one of that length. */
export function supplierPid({ id, sku }: Pick<ToolRow, 'id' | 'sku'>): string {
  const number = sku === null ? '' : sayable(sku).trim();
  return number !== '' && number.length <= MAX_PID ? number : id.slice(0, MAX_PID);
}

/** A tool as a PRODUCT of BMEcat 2005.2 (BME e.V.), one line. */
export function productOf(tool: CatalogueTool, facts: CatalogueFacts): string {
  const { row } = tool;
  const unit = orderUnitOf(row);
  const parts = [
    element('SUPPLIER_PID', supplierPid(row)),
    detailsOf(tool),
    ...featuresOf(row, facts.attributes),
    orderDetailsOf(row, unit),
    pricesOf(tool, unit, facts),
    mimesOf(row, facts.baseUrl),
    logisticsOf(row),
  ];
  return `<PRODUCT mode="new">${parts.join('')}</PRODUCT>\n`;
}

function detailsOf({ row, buyerNumber }: CatalogueTool): string {
  const parts = [
    element('DESCRIPTION_SHORT', shortened(row.name, MAX_SHORT) || supplierPid(row)),
    optional('DESCRIPTION_LONG', row.description),
    row.gtin === null ? '' : element('INTERNATIONAL_PID', row.gtin, ' type="gtin"'),
    buyerNumber === null || buyerNumber.length > MAX_BUYER_PID
      ? ''
      : optional('BUYER_PID', buyerNumber, ' type="buyer_specific"'),
  ];
  return `<PRODUCT_DETAILS>${parts.join('')}</PRODUCT_DETAILS>`;
}

function featuresOf({ attributes, unspsc }: ToolRow, names: CatalogueFacts['attributes']): string[] {
  const features = attributes.flatMap(({ key, value, unit }) => {
    const name = names.get(key);
    if (name === undefined) return [];
    const said = optional('FVALUE', String(value));
    const isUnit = unit !== undefined && unit !== '' && unit.length <= MAX_FUNIT;
    return said === ''
      ? []
      : `<FEATURE>${element('FNAME', name)}${said}${isUnit ? element('FUNIT', unit) : ''}</FEATURE>`;
  });
  const own = features.length === 0 ? [] : [`<PRODUCT_FEATURES>${features.join('')}</PRODUCT_FEATURES>`];
  if (unspsc === null) return own;
  const classed = `${element('REFERENCE_FEATURE_SYSTEM_NAME', 'UNSPSC')}${element('REFERENCE_FEATURE_GROUP_ID', unspsc)}`;
  return [...own, `<PRODUCT_FEATURES>${classed}</PRODUCT_FEATURES>`];
}

/** What is counted: `pieces` of each. */
type OrderUnit = Pick<Pack, 'code' | 'pieces'>;

/** What a tool is ordered in: a pack where it is sold in whole ones alone, of which all others are made; else pieces. */
function orderUnitOf({ packs, minOrderQuantity, quantityStep }: ToolRow): OrderUnit {
  const all = [minOrderQuantity, quantityStep, ...packs.map(({ pieces }) => pieces)];
  return (
    packs.find(({ code, pieces }) => isKnownUnit(code) && all.every((each) => each % pieces === 0)) ?? BY_THE_PIECE
  );
}

function orderDetailsOf({ packs, priceUnit, minOrderQuantity, quantityStep }: ToolRow, unit: OrderUnit): string {
  const inUnits = (pieces: number) => String(pieces / unit.pieces);
  const others = packs
    .filter(({ code }) => code !== unit.code)
    .map(
      ({ code, name, pieces, gtin }) =>
        `<PACKING_UNIT>${element('QUANTITY_MIN', inUnits(pieces))}${element('QUANTITY_MAX', inUnits(pieces))}${element('PACKING_UNIT_CODE', unitCode(code))}${optional('PACKING_UNIT_DESCR', name)}${gtin === undefined ? '' : element('SUPPLIER_PID', gtin, ' type="gtin"')}</PACKING_UNIT>`,
    );
  const parts = [
    element('ORDER_UNIT', unit.code),
    element('CONTENT_UNIT', BY_THE_PIECE.code),
    element('NO_CU_PER_OU', String(unit.pieces)),
    element('PRICE_QUANTITY', String(priceUnit)),
    element('QUANTITY_MIN', inUnits(minOrderQuantity)),
    element('QUANTITY_INTERVAL', inUnits(quantityStep)),
    others.length === 0 ? '' : `<PACKING_UNITS>${others.join('')}</PACKING_UNITS>`,
  ];
  return `<PRODUCT_ORDER_DETAILS>${parts.join('')}</PRODUCT_ORDER_DETAILS>`;
}

/** Prices are of PRICE_QUANTITY order units: of so many packs they are as many times the price of so many pieces. */
function pricesOf(
  { priceCents, priceBreaks }: CatalogueTool,
  { pieces }: OrderUnit,
  { currency, isOfCompany }: CatalogueFacts,
): string {
  const all = [{ from: pieces, cents: priceCents }, ...priceBreaks];
  const prices = all.map(({ from, cents }) => {
    const parts = [
      element('PRICE_AMOUNT', centsToMoney(cents * pieces).toFixed(2)),
      element('PRICE_CURRENCY', currency),
      element('LOWER_BOUND', String(Math.ceil(from / pieces))),
    ];
    return `<PRODUCT_PRICE price_type="${isOfCompany ? 'net_customer' : 'net_list'}">${parts.join('')}</PRODUCT_PRICE>`;
  });
  return `<PRODUCT_PRICE_DETAILS>${prices.join('')}</PRODUCT_PRICE_DETAILS>`;
}

function mimesOf({ id, image, documents }: ToolRow, baseUrl: string): string {
  const mimes = [
    mime(new URL(image, baseUrl).href, image, '', 'normal'),
    ...documents.map((document) => {
      const { url, kind, name } = presentDocument(id, document);
      return mime(new URL(url, baseUrl).href, document.file, name, PURPOSES[kind] ?? 'others');
    }),
  ].filter((each) => each !== '');
  return mimes.length === 0 ? '' : `<MIME_INFO>${mimes.join('')}</MIME_INFO>`;
}

function mime(address: string, file: string, name: string, purpose: string): string {
  if (address.length > MAX_SOURCE) return '';
  const [, ending = ''] = /\.(\w{1,5})(?:[?#]|$)/.exec(file) ?? [];
  const parts = [
    optional('MIME_TYPE', TYPES[ending.toLowerCase()] ?? ''),
    element('MIME_SOURCE', address),
    optional('MIME_DESCR', shortened(name, MAX_DESCR)),
    element('MIME_PURPOSE', purpose),
  ];
  return `<MIME>${parts.join('')}</MIME>`;
}

function logisticsOf({ hsCode, origin, weightGrams }: ToolRow): string {
  const parts = [
    hsCode === null ? '' : `<CUSTOMS_TARIFF_NUMBER>${element('CUSTOMS_NUMBER', hsCode)}</CUSTOMS_TARIFF_NUMBER>`,
    origin === null || !isKnownCountry(origin) ? '' : element('COUNTRY_OF_ORIGIN', origin),
    weightGrams === 0
      ? ''
      : `<PRODUCT_DIMENSIONS>${element('WEIGHT', String(weightGrams / GRAMS))}</PRODUCT_DIMENSIONS>`,
  ].join('');
  return parts === '' ? '' : `<PRODUCT_LOGISTIC_DETAILS>${parts}</PRODUCT_LOGISTIC_DETAILS>`;
}

/** An element, or nothing where its text is empty. */
export function optional(name: string, text: string, attributes = ''): string {
  return sayable(text).trim() === '' ? '' : element(name, text, attributes);
}

/** So many characters of a text, none of them cut in two. */
export function shortened(text: string, most: number): string {
  return [...sayable(text).trim()].slice(0, most).join('');
}
