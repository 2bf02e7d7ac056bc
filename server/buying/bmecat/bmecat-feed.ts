import { createHash } from 'node:crypto';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { ShopTerms } from '#contract/buying/pricing.ts';
import { numberOf } from '#contract/days.ts';
import type { StreamedFile } from '#contract/sheets.ts';
import type { Database } from '#server/engine/db/client.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { element } from '#server/catalogue/feeds/xml-element.ts';
import { listCategories } from '#server/catalogue/tools/categories.ts';
import { forSale } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { forCompany } from '#server/buying/pricing/company-prices.ts';
import { findTools } from '#server/buying/pricing/price-lines.ts';
import {
  type CatalogueFacts,
  type CatalogueTool,
  optional,
  productOf,
  shortened,
  supplierPid,
} from './bmecat-product.ts';

/** Tools that are read at once: while PGlite reads them, and they are written, nobody else is answered. */
const PORTION = 100;
/** What leads from a tool to its category is so short that more are read at once. */
const MAPPED = 1_000;
const MAX_NAME = 50;
const MAX_CATALOGUE_NAME = 100;
const MAX_GROUP = 50;
/** The catalogue's own group, above the categories. */
const ROOT = '1';

/** Where the shop is, what it is called and sells in, and by whose days its price lists hold. */
interface CatalogueOf {
  baseUrl: string;
  shopName: string;
  terms: ShopTerms;
  /** At whose prices; null: at those of everybody. */
  companyId: string | null;
}

/**
 * All tools for sale as a catalogue in BMEcat 2005.2 (docs/bmecat.md), written while they are read, so that none is too large.
 * Its `etag` is another as soon as something in it is.
 */
export async function bmecatFeed(database: Database, of: CatalogueOf): Promise<StreamedFile> {
  const version = await versionOf(database, of);
  const pieces = catalogue(database, of, version.day);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return {
    type: 'application/xml; charset=utf-8',
    name: 'bmecat.xml',
    body,
    etag: `"${createHash('sha1')
      .update(JSON.stringify([of, version]))
      .digest('base64url')}"`,
    ...(of.companyId === null ? {} : { isPrivate: true }),
  };
}

/** The shop's day, and what changes with each tool, attribute, price of the company and number of its own. */
async function versionOf({ raw }: Database, { companyId, terms }: CatalogueOf) {
  const [row] = await raw<{ day: string; tools: string; attributes: string; prices: string; numbers: string }>(
    `select day_of(now(), $2)::text as day,
      (select coalesce(sum(hashtextextended(id || ' ' || version, 0)::numeric), 0) from tools
        where removed_at is null)::text as tools,
      (select coalesce(sum(hashtextextended(key || ' ' || name, 0)::numeric), 0) from attributes)::text as attributes,
      (select concat(c.name, ' ', l.id, ' ', l.percent_off, ' ', l.from_day, ' ', l.until_day, ' ', (
          select sum(hashtextextended(tool_id || ' ' || price_cents || ' ' || price_breaks, 0)::numeric)
          from price_list_items where list_id = l.id))
        from companies c left join price_lists l on l.id = c.price_list_id where c.id = $1) as prices,
      (select coalesce(sum(hashtextextended(tool_id || ' ' || number, 0)::numeric), 0) from company_part_numbers
        where company_id = $1)::text as numbers`,
    [companyId, terms.timeZone],
  );
  return row!;
}

async function* catalogue(database: Database, of: CatalogueOf, day: string): AsyncGenerator<string> {
  const { db } = database;
  const buyer = of.companyId === null ? null : await buyerOf(database, of.companyId);
  yield headOf(of, buyer, day);
  const categories = await listCategories(db);
  const groups = new Map(categories.map(({ name }, at) => [name, `${ROOT}.${at + 1}`]));
  if (groups.size > 0) yield groupsOf(of.shopName, groups);
  const facts: CatalogueFacts = {
    baseUrl: of.baseUrl,
    currency: of.terms.currency,
    isOfCompany: of.companyId !== null,
    attributes: new Map((await listAttributes(db)).map(({ key, name }) => [key, name])),
  };
  for (let last = 0, read = PORTION; read === PORTION;) {
    const rows = await db
      .select()
      .from(tools)
      .where(and(forSale, gt(tools.position, last)))
      .orderBy(asc(tools.position))
      .limit(PORTION);
    const priced = await pricedFor(database, of, rows);
    yield priced.map((tool) => productOf(tool, facts)).join('');
    read = rows.length;
    last = rows.at(-1)?.position ?? last;
  }
  for (let last = 0, read = MAPPED; groups.size > 0 && read === MAPPED;) {
    const rows = await db
      .select({ id: tools.id, sku: tools.sku, category: tools.category, position: tools.position })
      .from(tools)
      .where(and(forSale, isNotNull(tools.category), gt(tools.position, last)))
      .orderBy(asc(tools.position))
      .limit(MAPPED);
    yield rows.map((row) => mappingOf(supplierPid(row), groups.get(row.category ?? ''))).join('');
    read = rows.length;
    last = rows.at(-1)?.position ?? last;
  }
  yield '</T_NEW_CATALOG>\n</BMECAT>\n';
}

interface Buyer {
  number: string;
  name: string;
}

async function buyerOf({ db }: Database, companyId: string): Promise<Buyer> {
  const { number, name } = companies;
  const [row] = await db.select({ number, name }).from(companies).where(eq(companies.id, companyId));
  return { number: formatCompanyNumber(row?.number ?? 0), name: row?.name ?? '' };
}

/** Tools at the company's prices and with its part numbers; as they are where there is none. */
async function pricedFor(
  database: Database,
  { companyId, terms }: CatalogueOf,
  rows: CatalogueTool['row'][],
): Promise<CatalogueTool[]> {
  const known =
    companyId === null
      ? null
      : await forCompany(
          database,
          companyId,
          terms,
          await findTools(
            database,
            rows.map(({ id }) => id),
          ),
        );
  return rows.flatMap((row) => {
    if (known === null) return [{ row, priceCents: row.priceCents, priceBreaks: row.priceBreaks, buyerNumber: null }];
    const tool = known.get(row.id);
    // It went off sale in between.
    if (!tool) return [];
    const { priceCents, priceBreaks, buyerNumber = null } = tool;
    return [{ row, priceCents, priceBreaks, buyerNumber }];
  });
}

/** A version that rises day by day, in the two numbers of three digits that there are: the year and its day. */
function catalogueVersion(day: string): string {
  const year = day.slice(0, 4);
  const passed = numberOf(day) - numberOf(`${year}-01-01`) + 1;
  return `${year.slice(1)}.${String(passed).padStart(3, '0')}`;
}

function headOf({ shopName, terms: { currency } }: CatalogueOf, buyer: Buyer | null, day: string): string {
  const about = [
    element('LANGUAGE', 'eng', ' default="true"'),
    element('CATALOG_ID', buyer?.number ?? 'LIST'),
    element('CATALOG_VERSION', catalogueVersion(day)),
    optional('CATALOG_NAME', shortened(shopName, MAX_CATALOGUE_NAME)),
    `<DATETIME type="generation_date">${element('DATE', day)}</DATETIME>`,
    element('CURRENCY', currency),
  ];
  const buyerParts = buyer && [
    element('BUYER_ID', buyer.number, ' type="supplier_specific"'),
    element('BUYER_NAME', shortened(buyer.name, MAX_NAME) || buyer.number),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<BMECAT version="2005.2" xmlns="http://www.bmecat.org/bmecat/2005.2">
<HEADER><GENERATOR_INFO>Tradebench</GENERATOR_INFO><CATALOG>${about.join('')}</CATALOG>${
    buyerParts === null ? '' : `<BUYER>${buyerParts.join('')}</BUYER>`
  }<SUPPLIER>${element('SUPPLIER_NAME', shortened(shopName, MAX_NAME) || 'Tradebench')}</SUPPLIER></HEADER>
<T_NEW_CATALOG>
`;
}

function groupsOf(shopName: string, groups: ReadonlyMap<string, string>): string {
  const group = (type: string, id: string, name: string, parent: string) =>
    `<CATALOG_STRUCTURE type="${type}">${element('GROUP_ID', id)}${element('GROUP_NAME', shortened(name, MAX_GROUP) || id)}${element('PARENT_ID', parent)}</CATALOG_STRUCTURE>\n`;
  const all = [group('root', ROOT, shopName, '0'), ...[...groups].map(([name, id]) => group('leaf', id, name, ROOT))];
  return `<CATALOG_GROUP_SYSTEM>\n${all.join('')}</CATALOG_GROUP_SYSTEM>\n`;
}

/** Where a product belongs; nothing for a category that came while the catalogue was written. */
function mappingOf(pid: string, group: string | undefined): string {
  if (group === undefined) return '';
  return `<PRODUCT_TO_CATALOGGROUP_MAP mode="new">${element('PROD_ID', pid)}${element('CATALOG_GROUP_ID', group)}</PRODUCT_TO_CATALOGGROUP_MAP>\n`;
}
