import { sentence } from '#contract/sentences.ts';
import { type SQL, sql } from 'drizzle-orm';
import { lineCents } from '#contract/buying/line-cents.ts';
import { saidIn } from '#contract/buying/units.ts';
import { centsToMoney } from '#contract/money.ts';
import {
  type NamedPrice,
  type Quote,
  QUOTE_LINES_IN_LISTS,
  type QuoteMessage,
  type QuotesQuery,
  type QuoteState,
  type QuoteVersion,
} from '#contract/buying/quotes.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { positionOf } from '#server/engine/http/by-time.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { KeptNamedPrice, KeptOffer, KeptWish } from '#server/buying/order-tables/quotes.sql.ts';
import { findQuotes } from './find-quotes.ts';
import { seenBy, seenInParts } from './whose-quotes.ts';

interface VersionRow {
  version: number;
  lines: KeptOffer[];
  lineCount: number;
  freightCents: number;
  taxCents: number;
  totalCents: number;
  taxName: string | null;
  taxNote: string | null;
  validUntil: string;
  note: string;
  at: string;
}

interface QuoteRow extends Record<string, unknown> {
  id: string;
  number: number;
  state: QuoteState;
  companyId: string | null;
  companyName: string;
  userId: string | null;
  buyerName: string;
  buyerEmail: string;
  country: string | null;
  delivery: string | null;
  wanted: (KeptWish & { tool: string; sku: string | null })[];
  wantedCount: number;
  versions: VersionRow[];
  versionCount: number;
  messages: (Omit<QuoteMessage, 'prices'> & { prices: KeptNamedPrice[] })[];
  messageCount: number;
  reason: string;
  orderId: string | null;
  createdAt: string;
  micros: string;
}

/** What an offer is by today: of `quotes q`. */
const STATE = sql`case when q.state = 'offered' and q.valid_until < (select shop_today())
  then 'expired' else q.state end`;

/** All of `quotes q`, or as lists show it. */
function columns(which: 'whole' | 'first'): SQL {
  const isFirst = which === 'first';
  const part = (lines: string) =>
    sql.raw(isFirst ? `jsonb_path_query_array(${lines}, '$[0 to ${QUOTE_LINES_IN_LISTS - 1}]')` : lines);
  // Said again where it is so already: the database takes any list for 100 lines, and would read all tools for each quote.
  const atMost = isFirst ? sql.raw(`limit ${QUOTE_LINES_IN_LISTS}`) : sql``;
  return sql`q.id, q.number::float8 as number, ${STATE} as state, q.company_id as "companyId",
    q.company_name as "companyName",
    q.user_id as "userId",
    q.buyer_name as "buyerName", q.buyer_email as "buyerEmail", q.country, q.delivery, q.reason,
    (select json_agg(json_build_object('toolId', t.id, 'tool', t.name, 'sku', t.sku, 'quantity', wish.quantity,
        'targetCents', wish."targetCents", 'priceUnit', coalesce(wish."priceUnit", 1), 'pack', wish.pack) order by wish.at)
      from (select * from rows from (jsonb_to_recordset(${part('q.wanted')}) as ("toolId" text, quantity bigint, "targetCents" int,
          "priceUnit" int, pack jsonb)) with ordinality as line ("toolId", quantity, "targetCents", "priceUnit", pack, at) ${atMost}) as wish
        join tools t on t.id = wish."toolId") as wanted,
    jsonb_array_length(q.wanted) as "wantedCount",
    coalesce((select json_agg(json_build_object('version', v.version, 'lines', ${part('v.lines')},
        'lineCount', jsonb_array_length(v.lines), 'freightCents', v.freight_cents, 'taxCents', v.tax_cents,
        'totalCents', v.total_cents, 'taxName', v.tax_name, 'taxNote', v.tax_note, 'validUntil', v.valid_until,
        'note', v.note, 'at', v.created_at) order by v.version)
      from quote_versions v
      where v.quote_id = q.id and ${isFirst ? sql`v.version = q.version` : sql`true`}), '[]') as versions,
    q.version as "versionCount",
    ${
      isFirst
        ? sql`'[]'::json`
        : sql`coalesce((select json_agg(
          json_build_object('by', m.side, 'name', m.name, 'text', m.text, 'prices', m.prices, 'at', m.created_at)
            order by m.created_at, m.id) from quote_messages m where m.quote_id = q.id), '[]')`
    } as messages,
    (select count(*)::int from quote_messages m where m.quote_id = q.id) as "messageCount",
    (select o.id from orders o where o.quote_id = q.id) as "orderId",
    to_json(q.created_at) #>> '{}' as "createdAt", q.created_at::text as micros`;
}

/** One quote. @throws AppError QUOTE_NOT_FOUND, also where it is somebody else's */
export async function readQuote(db: Db, caller: Caller, id: string): Promise<Quote> {
  const { rows } = await db.execute<QuoteRow>(
    sql`select ${columns('whole')} from quotes q where q.id = ${id} and ${seenBy(caller)}`,
  );
  const [row] = rows;
  if (!row) throw quoteNotFound();
  return presentQuote(row, callerMay(caller, 'quotes'));
}

/** One quote for the shop itself, as its buyer would see it; null where there is none. */
export async function findQuote(db: Db, id: string): Promise<Quote | null> {
  const { rows } = await db.execute<QuoteRow>(sql`select ${columns('whole')} from quotes q where q.id = ${id}`);
  return rows[0] ? presentQuote(rows[0], false) : null;
}

/** The ids of all that somebody asked for, newest first. */
export async function quotesAskedBy(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from quotes where user_id = ${userId} order by created_at desc, id desc`,
  );
  return rows.map(({ id }) => id);
}

/** Quotes as those see them who asked, with all that is in them, newest first. */
export async function wholeQuotes(db: Db, ids: readonly string[]): Promise<Quote[]> {
  const { rows } = await db.execute<QuoteRow>(sql`select ${columns('whole')} from quotes q
    where q.id = any(${sql.param(ids)}::text[]) order by q.created_at desc, q.id desc`);
  return rows.map((row) => presentQuote(row, false));
}

/**
 * The quotes that somebody sees, newest first, each with the first of its lines. The total is counted to 1,000; one more
 * stands for all above.
 */
export async function listQuotes(
  db: Db,
  caller: Caller,
  { limit, cursor, state, q = '', userId }: QuotesQuery,
): Promise<Page<Quote>> {
  const parts = await seenInParts(db, caller);
  const asked = userId === undefined ? sql`true` : sql`q.user_id = ${userId}`;
  const wanted = sql`${asked} and ${state === undefined ? sql`true` : isIn(state)}`;
  const { ids, total } = await findQuotes(db, { parts, wanted, q, after: positionOf(cursor), rows: limit + 1 });
  const { rows } = await db.execute<QuoteRow>(sql`select ${columns('first')} from quotes q
    where q.id = any(${sql.param(ids)}::text[]) order by q.created_at desc, q.id desc`);
  const page = pageOf(rows, limit, total, ({ micros, id }) => [micros, id]);
  return { ...page, rows: page.rows.map((row) => presentQuote(row, callerMay(caller, 'quotes'))) };
}

function isIn(state: QuoteState): SQL {
  if (state === 'expired') return sql`(q.state = 'offered' and q.valid_until < (select shop_today()))`;
  if (state === 'offered') return sql`(q.state = 'offered' and q.valid_until >= (select shop_today()))`;
  return sql`q.state = ${state}`;
}

export function quoteNotFound(): AppError {
  return new AppError('QUOTE_NOT_FOUND', sentence('There is no such quote.'));
}

/** A quote's number as people say it: Q10001. */
export function sayQuoteNumber(number: number): string {
  return `Q${number}`;
}

/** The quote as the contract shows it. @param forShop names those of the shop who wrote something */
function presentQuote(row: QuoteRow, forShop: boolean): Quote {
  const { companyId, country, delivery, orderId } = row;
  return {
    _id: row.id,
    number: sayQuoteNumber(row.number),
    state: row.state,
    ...(companyId === null ? {} : { companyId, company: row.companyName }),
    userId: row.userId,
    buyer: { name: row.buyerName, email: row.buyerEmail },
    ...(country === null ? {} : { country }),
    ...(delivery === null ? {} : { delivery }),
    wanted: row.wanted.map(({ targetCents, priceUnit = 1, pack, ...wish }) => ({
      ...wish,
      ...saidIn(wish.quantity, pack),
      priceUnit,
      ...(targetCents === undefined || targetCents === null ? {} : { targetPrice: centsToMoney(targetCents) }),
    })),
    wantedCount: row.wantedCount,
    versions: row.versions.map(presentVersion),
    versionCount: row.versionCount,
    messages: row.messages.map(({ prices, ...message }) => ({
      ...message,
      ...(prices.length === 0 ? {} : { prices: prices.map(presentNamed) }),
      at: moment(message.at),
      name: forShop || message.by === 'buyer' ? message.name : '',
    })),
    messageCount: row.messageCount,
    ...(row.reason === '' ? {} : { reason: row.reason }),
    ...(orderId === null ? {} : { orderId }),
    createdAt: moment(row.createdAt),
  };
}

function presentNamed({ targetCents, priceUnit = 1, ...price }: KeptNamedPrice): NamedPrice {
  return { ...price, priceUnit, targetPrice: centsToMoney(targetCents) };
}

function presentVersion({ lines, freightCents, taxCents, totalCents, ...version }: VersionRow): QuoteVersion {
  return {
    ...version,
    at: moment(version.at),
    lines: lines.map(({ unitCents, listCents, priceUnit = 1, pack, promises = [], ...line }) => ({
      ...line,
      promises,
      ...saidIn(line.quantity, pack),
      priceUnit,
      unitPrice: centsToMoney(unitCents),
      listPrice: centsToMoney(listCents),
      price: centsToMoney(Number(lineCents(line.quantity, unitCents, priceUnit))),
    })),
    goods: centsToMoney(totalCents - freightCents - taxCents),
    freight: centsToMoney(freightCents),
    tax: centsToMoney(taxCents),
    price: centsToMoney(totalCents),
  };
}

/** A moment as PostgreSQL puts it into JSON, as the contract writes it. */
export function moment(written: string): string {
  return new Date(written).toISOString();
}
