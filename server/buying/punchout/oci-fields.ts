import type { GivenLine } from './given-lines.ts';
import { buyersUnit } from './units.ts';
import type { Connection } from './sign-in.ts';

/** What of a connection decides how lines are said to its buyer. */
export type BuyersWords = Pick<Connection, 'units' | 'groups' | 'vendor'>;

/** The lengths of SAP's OCI 5 (standards/punchout/oci-fields.md). */
const LENGTHS = {
  DESCRIPTION: 40,
  MATNR: 40,
  VENDORMAT: 40,
  MANUFACTMAT: 40,
  VENDOR: 10,
  MATGROUP: 10,
  EXT_PRODUCT_ID: 40,
  EXT_CATEGORY: 40,
  EXT_CATEGORY_ID: 60,
} as const;
const MOST_DAYS = 99_999;

/** The fields of a form that gives lines back by OCI 4 and 5, in order. @param currency ISO 4217 */
export function ociFields(lines: readonly GivenLine[], words: BuyersWords, currency: string): [string, string][] {
  return lines.flatMap((line, index) => fieldsOf(line, index + 1, words, currency));
}

function fieldsOf(
  { tool, pack, quantity, cents, priceUnit, buyerNumber, leadDays }: GivenLine,
  n: number,
  { units, groups, vendor }: BuyersWords,
  currency: string,
): [string, string][] {
  const sku = tool.sku ?? tool._id;
  const [schema, code] = classOf(tool);
  const said: Record<string, string | null> = {
    DESCRIPTION: cut(oneLine(tool.name), LENGTHS.DESCRIPTION),
    MATNR: whole(buyerNumber, LENGTHS.MATNR),
    QUANTITY: `${quantity}.000`,
    UNIT: buyersUnit(units, pack),
    PRICE: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}0`,
    CURRENCY: currency,
    PRICEUNIT: String(priceUnit),
    LEADTIME: leadDays === null ? null : String(Math.min(MOST_DAYS, Math.max(0, leadDays))),
    VENDOR: whole(vendor, LENGTHS.VENDOR),
    // Half a number is another's number.
    VENDORMAT: whole(sku, LENGTHS.VENDORMAT) ?? tool._id,
    MANUFACTMAT: whole(sku, LENGTHS.MANUFACTMAT),
    MATGROUP: groupOf(groups, tool),
    EXT_PRODUCT_ID: productId(tool._id, pack?.code),
    EXT_SCHEMA_TYPE: schema,
    EXT_CATEGORY_ID: whole(code, LENGTHS.EXT_CATEGORY_ID),
    EXT_CATEGORY: cut(oneLine(tool.category ?? ''), LENGTHS.EXT_CATEGORY),
  };
  const fields = Object.entries(said).flatMap(([name, value]): [string, string][] =>
    value === null || value === '' ? [] : [[`NEW_ITEM-${name}[${n}]`, value]],
  );
  return [...fields, [`NEW_ITEM-LONGTEXT_${n}:132[]`, `${tool.name}\n${tool.description}`]];
}

/** What comes back as PRODUCTID: the tool, and the pack that it was ordered in. */
export function productId(toolId: string, pack: string | undefined): string {
  return pack === undefined ? toolId : `${toolId}:${pack}`;
}

/** The same, read. */
export function readProductId(given: string): { toolId: string; unit: string | undefined } {
  const [, toolId = given, unit] = /^(.*):([A-Z0-9]{2,3})$/s.exec(given) ?? [];
  return { toolId, unit };
}

/** By which standard a tool is classed, and its class there: UNSPSC, else ECLASS. */
function classOf(tool: GivenLine['tool']): ['UNSPSC' | 'ECLASS', string] | [null, null] {
  if (tool.unspsc !== undefined) return ['UNSPSC', tool.unspsc];
  const eclass = eclassOf(tool);
  return eclass === undefined ? [null, null] : ['ECLASS', eclass];
}

export function eclassOf({ attributes }: Pick<GivenLine['tool'], 'attributes'>): string | undefined {
  const value = attributes.find(({ key }) => key === 'eclass')?.value;
  return value === undefined || value === null ? undefined : String(value);
}

/** The buyer's group: by the whole UNSPSC or ECLASS class, by the longest beginning of it, by our category, else for all (`*`). */
export function groupOf(
  groups: Readonly<Record<string, string>>,
  { unspsc, category, attributes }: GivenLine['tool'],
): string | null {
  const known = new Map(Object.entries(groups));
  for (const code of [unspsc, eclassOf({ attributes })])
    for (let length = code?.length ?? 0; length > 0; length--) {
      const group = known.get(code!.slice(0, length));
      if (group !== undefined) return group;
    }
  return known.get(category ?? '') ?? known.get('*') ?? null;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The first characters, by code points, so that none is halved. */
function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}

/** It, if it fits. */
function whole(text: string | null, most: number): string | null {
  return text !== null && [...text].length <= most ? text : null;
}
