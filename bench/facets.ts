import type { Database } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { createAccessTokens } from '#server/people/identity/access-token.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { buildShop, PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { residentMb } from './memory.ts';
import { report, type Row } from './report.ts';
import { median } from './rounds.ts';

const TOOLS = Number(process.env['FACETS_TOOLS'] ?? 100_000);
/** What a shop of 20,000 tools is to stay below, in ms, and a larger one. */
const BAR = TOOLS > 20_000 ? 500 : 100;
/** On a busy machine filling takes many times what it takes at rest. */
const FILLED_WITHIN_MS = 3_600_000;
const SERVER = { shared_buffers: '2GB', effective_cache_size: '6GB', max_wal_size: '8GB' };
/** Beside those of the seed, so that a tool has twelve: how many values each has. */
const SPREAD = [3, 4, 6, 10, 20, 50, 100, 300, 1_000];
/** Steps through the tools that meet each value. */
const STEP = 7_919;
/** Questions of each kind; `limit`, which facets do not look at, makes each a question that was not asked before. */
const ASKED = 40;
const CHANGES = 15;
const PATIENCE = 5;

interface Filled {
  shop: CatalogueShop;
  database: Database;
  category: string;
  admin: Record<string, string>;
}

/** By what lists are narrowed, counted and sorted, each question asked of the database or of what the process keeps, never answered before. */
export async function benchFacets(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres({ settings: SERVER });
  let shop: CatalogueShop | undefined;
  let database: Database | undefined;
  try {
    shop = await openCatalogueShop(server, TOOLS, { filledWithinMs: FILLED_WITHIN_MS });
    database = await openDatabase({ url: shop.databaseUrl });
    await spread(database);
    const filled = { shop, database, ...(await known(database, shop)) };
    const rows = await measure(filled);
    const how = `One process of the built shop on PostgreSQL, ${TOOLS.toLocaleString('en-US')} tools of some twelve attributes with 3 to 1,000 values, 1 connection, from request to the last byte; no question is asked twice. Of each kind ${ASKED} questions, of what follows a change ${CHANGES}. The limit is \`select count(*)\` of all tools for sale, the raw work, in the same minutes; the ratio is to its p95. FACETS_TOOLS says how many tools.`;
    return report(
      TOOLS === 100_000 ? 'facets' : `facets-${TOOLS}`,
      `Facets of ${TOOLS.toLocaleString('en-US')} tools`,
      how,
      rows,
    );
  } finally {
    await database?.close();
    await shop?.stop();
    await server.stop();
  }
}

/** Gives each tool a value of each further attribute, in one statement: tool by tool a million would take an hour. */
async function spread(database: Database): Promise<void> {
  await database.raw('drop index tools_values');
  const first: number[] = [];
  for (const [at, values] of SPREAD.entries()) {
    const key = `spread-${values}`;
    await database.raw(
      `insert into attributes (key, position, name, kind, unit, is_facet) values ($1, $2, $1, 'choice', null, true)`,
      [key, 100 + at],
    );
    const [row] = await database.raw<{ first: number }>(
      `with made as (insert into attribute_values (attribute, value)
         select $1, 'Value ' || value from generate_series(1, $2::int) as value order by value returning id)
       select min(id) as first from made`,
      [key, values],
    );
    first.push(row!.first);
  }
  const ids = SPREAD.map((values, at) => `${first[at]} + (position * ${STEP} / ${at + 1}) % ${values}`).join(', ');
  await database.withLock(1, async (exec) => {
    await exec(`set statement_timeout = 0; update tools set value_ids = concat_ws(',', nullif(value_ids, ''), ${ids})`);
    await exec(
      `create index tools_values on tools using gin (string_to_array(value_ids, ',')) with (fastupdate = off)`,
    );
    await exec('vacuum (analyze) tools');
    await exec('analyze attribute_values; reset statement_timeout');
  });
}

async function known(database: Database, shop: CatalogueShop): Promise<Pick<Filled, 'admin' | 'category'>> {
  const [person] = await signedInPeople(database, 1, shop.url, PROCESS_SECRET);
  await database.raw(`update users set role = 'admin' where id = $1`, [person!.userId]);
  const tokens = await createAccessTokens(database, { authSecret: PROCESS_SECRET, formerAuthSecrets: [] }, shop.url);
  const [session] = await database.raw<{ userId: string; sessionId: string }>(
    `select user_id as "userId", id as "sessionId" from sessions where user_id = $1 limit 1`,
    [person!.userId],
  );
  const { token } = await tokens.issue(session!);
  const [largest] = await database.raw<{ category: string }>(
    `select category from tools where category is not null group by category order by count(*) desc limit 1`,
  );
  return { admin: { authorization: `Bearer ${token}` }, category: encodeURIComponent(largest!.category) };
}

async function measure(filled: Filled): Promise<Row[]> {
  const { shop, category } = filled;
  const rows: Row[] = [];
  const choice = (turn: number) => `attr.spread-20=Value+${1 + (turn % 20)},Value+${1 + ((turn * 3) % 20)}`;
  const other = (turn: number) => `attr.spread-6=Value+${1 + (turn % 6)}`;
  const q = (turn: number) => ['steel', 'zinc', 'hammer', 'black', 'series 1', 'spanner'][turn % 6]!.replace(' ', '+');
  const part = (turn: number) => `limit=${1 + turn}`;
  const firstMs = await patiently(() => timed(filled, '/facets?limit=100'));
  rows.push({ what: 'facets of all tools, first after the start', value: firstMs, unit: 'ms', bar: { below: 2_000 } });
  const questions: [what: string, path: (turn: number) => string][] = [
    ['facets of all tools', (turn) => `/facets?${part(turn)}`],
    ['facets of a category', (turn) => `/facets?category=${category}&${part(turn)}`],
    ['facets with one choice', (turn) => `/facets?${choice(turn)}&${part(turn)}`],
    [
      'facets with a category and two choices',
      (turn) => `/facets?category=${category}&${choice(turn)}&${other(turn)}&${part(turn)}`,
    ],
    ['facets of a word that thousands have', (turn) => `/facets?q=${q(turn)}&${part(turn)}`],
    ['facets of such a word with one choice', (turn) => `/facets?q=${q(turn)}&${choice(turn)}&${part(turn)}`],
    ['list with one choice', (turn) => `/tool?${choice(turn)}&${part(turn)}`],
    ['list with one choice, by price', (turn) => `/tool?${choice(turn)}&sort=price&${part(turn)}`],
    [
      'list with a category and two choices',
      (turn) => `/tool?category=${category}&${choice(turn)}&${other(turn)}&${part(turn)}`,
    ],
    ['list by an attribute', (turn) => `/tool?sort=attr.spread-${SPREAD[turn % SPREAD.length]}&${part(turn)}`],
    ['list with one choice by an attribute', (turn) => `/tool?sort=-attr.spread-1000&${choice(turn)}&${part(turn)}`],
    ['list of such a word with one choice', (turn) => `/tool?q=${q(turn)}&${choice(turn)}&${part(turn)}`],
    ['list of such a word by an attribute', (turn) => `/tool?q=${q(turn)}&sort=attr.spread-300&${part(turn)}`],
  ];
  const raw: number[] = [];
  for (const [what, path] of questions) {
    // The first of a kind reads what is kept from then on.
    await patiently(() => timed(filled, path(98)));
    const taken = [];
    for (let turn = 0; turn < ASKED; turn++) {
      taken.push(await timed(filled, path(turn)));
      if (turn % 4 === 0) raw.push(await rawWork(filled));
    }
    rows.push(...said(what, taken, raw));
  }
  const changes: [what: string, path: (turn: number) => string, change: typeof edit][] = [
    ['facets of all tools, first after a tool was changed', (turn) => `/facets?${part(turn + 40)}`, edit],
    [
      'facets of a category, first after a tool was changed',
      (turn) => `/facets?category=${category}&${part(turn + 40)}`,
      edit,
    ],
    [
      'facets of what can be ordered, first after its stock was changed',
      (turn) => `/facets?inStock=true&${part(turn + 40)}`,
      receive,
    ],
  ];
  for (const [what, path, change] of changes) {
    await patiently(() => timed(filled, path(58)));
    const taken = [];
    for (let turn = 0; turn < CHANGES; turn++) {
      await change(filled, turn);
      taken.push(await timed(filled, path(turn)));
      raw.push(await rawWork(filled));
    }
    rows.push(...said(what, taken, raw));
  }
  rows.push({ what: 'memory of the process', value: residentMb(shop.pid()), unit: 'MB' });
  return rows;
}

function said(what: string, taken: readonly number[], raw: readonly number[]): Row[] {
  const [value, limit] = [p95(taken), p95(raw)];
  console.log(
    `${what}: median ${median(taken).toFixed(1)}, p95 ${value.toFixed(1)} ms; raw work p95 ${limit.toFixed(1)}`,
  );
  return [
    { what: `${what}: median`, value: median(taken), unit: 'ms' },
    { what: `${what}: p95`, value, unit: 'ms', limit, ratio: limit / value, bar: { below: BAR } },
  ];
}

function p95(taken: readonly number[]): number {
  return taken.toSorted((one, other) => one - other)[Math.ceil(taken.length * 0.95) - 1]!;
}

/** What a machine that is busy with other things could not answer in time is asked again: the rest is worth measuring all the same. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let left = PATIENCE; ; left--) {
    try {
      return await ask();
    } catch (error) {
      console.error(error);
      if (left === 0) throw error;
    }
  }
}

/** @returns how many ms until the last byte @throws Error for an answer other than 200 */
async function timed({ shop, admin }: Filled, path: string, init: RequestInit = {}): Promise<number> {
  const start = performance.now();
  const answer = await fetch(shop.url + path, {
    ...init,
    ...(init.method === undefined ? {} : { headers: { ...admin, 'content-type': 'application/json' } }),
  });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`);
  return performance.now() - start;
}

async function rawWork({ database }: Filled): Promise<number> {
  const start = performance.now();
  await database.raw(`select count(*) from tools where removed_at is null and ${onSaleNow()}`);
  return performance.now() - start;
}

/** Changes the price of a tool as staff do. */
async function edit(filled: Filled, turn: number): Promise<void> {
  const { shop } = filled;
  const [id] = await idsAt(filled, turn);
  const tool = (await (await fetch(`${shop.url}/tool/${id}`)).json()) as { price: number };
  const body = JSON.stringify({ ...tool, price: tool.price + 1 });
  await timed(filled, `/tool/${id}`, { method: 'PUT', body });
}

/** Pieces come in. */
async function receive(filled: Filled, turn: number): Promise<void> {
  const [id] = await idsAt(filled, turn);
  await timed(filled, `/tool/${id}/stock`, { method: 'POST', body: JSON.stringify({ change: 5, reason: 'Delivery' }) });
}

async function idsAt({ database }: Filled, turn: number): Promise<string[]> {
  const rows = await database.raw<{ id: string }>(
    `select id from tools where sku = 'GEN-' || lpad($1::text, 7, '0') and removed_at is null`,
    [String((turn * STEP) % TOOLS)],
  );
  return rows.map(({ id }) => id);
}
