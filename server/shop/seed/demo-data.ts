import { type SQL, sql } from 'drizzle-orm';
import { seedAttributes } from '#content/attributes.ts';
import { catalogue, seedReviews } from '#content/catalogue.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import { keepComing } from '#server/catalogue/promises/keep-coming.ts';
import { serveWaiting } from '#server/catalogue/promises/serve-waiting.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { DEMO_COMPANY, DEMO_LIST } from './seed-company.ts';

/** How many there are of what the demo brought, beside its people. */
export interface DemoData {
  companies: number;
  orders: number;
  invoices: number;
  quotes: number;
  reviews: number;
  tools: number;
}

/** Whose orders, quotes and reviews are the demo's: its people's, and its company's whoever placed them. */
const theirs = (emails: readonly string[]) => sql`
  (user_id in (select id from users where email = any(${sql.param(emails)}::text[])) or company_id = ${DEMO_COMPANY})`;
/** Those that it came with, or that its people have written. */
const demoReviews = (emails: readonly string[]) => sql`
  (user_id in (select id from users where email = any(${sql.param(emails)}::text[])) or user_id is null and (name, review) in
    (select name, review from json_to_recordset(${JSON.stringify(seedReviews)}::json) as seeded (name text, review text)))`;
const demoTools = sql`removed_at is null and (sku = any(${sql.param(catalogue.map(({ sku }) => sku))}::text[]) or sku like 'GEN-%')`;
/** Orders of people whose account went before go by their address. */
const demoOrders = (emails: readonly string[]) => sql`(${theirs(emails)} or email = any(${sql.param(emails)}::text[]))`;

/** @param emails the addresses of its people */
export async function countDemo(db: Db, emails: readonly string[]): Promise<DemoData> {
  const { rows } = await db.execute<Record<keyof DemoData, number>>(sql`
    select (select count(*)::int from companies where id = ${DEMO_COMPANY}) as companies,
      (select count(*)::int from orders where ${demoOrders(emails)}) as orders,
      (select count(*)::int from invoices where order_id in (select id from orders where ${demoOrders(emails)})) as invoices,
      (select count(*)::int from quotes where ${theirs(emails)}) as quotes,
      (select count(*)::int from reviews where ${demoReviews(emails)}) as reviews,
      (select count(*)::int from tools where ${demoTools}) as tools`);
  return rows[0]!;
}

/**
 * Removes what the demo brought and what was tried out in it: its people's orders with their invoices and payments, quotes and reviews, its
 * company and price list. What they had bought is in stock again. Numbers that were given are given to nobody else, since the
 * series stay as they are.
 */
export async function removeDemoData(tx: Tx, emails: readonly string[]): Promise<void> {
  const { rows: open } = await tx.execute<{ id: string }>(
    sql`select id from orders where ${demoOrders(emails)} and state in ('unpaid', 'waiting') order by id`,
  );
  for (const { id } of open) await moveOrder(tx, id, 'cancel');
  const { rows: bought } = await tx.execute<{ id: string }>(
    sql`select distinct tool_id as id from order_lines where order_id in (select id from orders where ${demoOrders(emails)})`,
  );
  const tools = bought.map(({ id }) => id);
  await lockTools(tx, tools);
  await tx.execute(sql`
    update tools set available_quantity = least(available_quantity + sold.pieces, ${MAX_PIECES}), version = version + 1, updated_at = now()
    from (
      select tool_id, sum(pieces)::int as pieces from (
        select tool_id, quantity as pieces from order_lines
          where order_id in (select id from orders where ${demoOrders(emails)} and state in ('paid', 'open', 'free'))
        union all
        select tool_id, -restocked from return_lines
          where return_id in (select id from returns where order_id in (select id from orders where ${demoOrders(emails)}))
        union all
        select tool_id, -restocked from refund_lines
          where order_id in (select id from orders where ${demoOrders(emails)} and state in ('paid', 'open'))
        union all
        select tool_id, -quantity from order_promises
          where order_id in (select id from orders where ${demoOrders(emails)})) each
      group by tool_id) sold
    where tools.id = sold.tool_id and sold.pieces > 0`);
  await withoutKeepers(tx, async () => {
    await removeWithAll(tx, 'orders', demoOrders(emails));
    // What they waited for is free again, and what they had goes to others who wait.
    await keepComing(rawInTransaction(tx).raw, tools);
    await serveWaiting(tx, tools);
    await removeWithAll(tx, 'quotes', theirs(emails));
    await removeWithAll(tx, 'companies', sql`id = ${DEMO_COMPANY}`);
  });
  await tx.execute(
    sql`delete from price_lists where id = ${DEMO_LIST} and not exists (select from companies where price_list_id = ${DEMO_LIST})`,
  );
  await tx.execute(sql`delete from reviews where ${demoReviews(emails)}`);
  await tx.execute(sql`delete from mails where lower("to") = any(${sql.param(emails)}::text[])`);
  // Sums of days are made anew.
  await tellNews(tx, 'shop.moved', ['shop']);
}

/** Takes the demo's tools off the shop, as if each was removed by hand, and of its attributes and categories what no other tool has. */
export async function removeDemoTools(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`update tools set removed_at = now(), version = version + 1 where ${demoTools} returning id`,
  );
  const keys = seedAttributes.map(({ key }) => key);
  await tx.execute(sql`
    delete from attributes gone where key = any(${sql.param(keys)}::text[]) and not exists (
      select from tools, jsonb_array_elements(tools.attributes) said where removed_at is null and said ->> 'key' = gone.key)`);
  const categories = [...new Set(catalogue.map(({ category }) => category))];
  await tx.execute(sql`
    delete from category_names gone where category = any(${sql.param(categories)}::text[]) and not exists (
      select from tools where removed_at is null and tools.category = gone.category)`);
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 500) await tellNews(tx, 'tool.changed', ids.slice(at, at + 500));
}

/** What keeps papers and entries of a shop from ever being taken away. Of a demo nothing is to be kept. */
const KEPT = ['ledger', 'settlements', 'refund_lines', 'invoices', 'issued_files'];

async function withoutKeepers(tx: Tx, work: () => Promise<void>): Promise<void> {
  const say = async (what: 'disable' | 'enable') => {
    for (const table of KEPT) await tx.execute(sql.raw(`alter table ${table} ${what} trigger user`));
  };
  await say('disable');
  await work();
  await say('enable');
}

/** Removes rows of a table after those of any other table that refer to them and would not go by themselves. */
async function removeWithAll(tx: Tx, table: string, which: SQL): Promise<void> {
  const { rows } = await tx.execute<{ from: string; column: string; to: string }>(sql`
    select conrelid::regclass::text as "from", mine.attname as "column", theirs.attname as "to" from pg_constraint
      join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = conkey[1]
      join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = confkey[1]
    where contype = 'f' and confdeltype in ('a', 'r') and confrelid = ${table}::regclass and conrelid <> confrelid
    order by 1, 2`);
  for (const { from, column, to } of rows)
    await removeWithAll(
      tx,
      from,
      sql`${sql.identifier(column)} in (select ${sql.identifier(to)} from ${sql.identifier(table)} where ${which})`,
    );
  await tx.execute(sql`delete from ${sql.identifier(table)} where ${which}`);
}
