import { openDatabase } from '#server/engine/db/open-database.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { signedInPeople } from '#server/people/identity/people-for-tests.ts';
import { buildShop, PROCESS_SECRET } from '#server/shop-process-for-tests.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue-shop.ts';
import { type BenchCompany, companyWithList, rawCompanyPrices } from './company-prices.ts';
import { type Loader, type ShotRequest, type ShotResult, startLoader } from './load.ts';
import { inTransaction, type RawStatement, type RawWorkResult, startRawWork } from './raw-work.ts';
import { type Bar, report, type Row } from './report.ts';
import { beside, median, medianOf } from './rounds.ts';

const TOOLS = 100_000;
const ROUNDS = 5;
/** On a busy machine filling takes many times what it takes at rest. */
const FILLED_WITHIN_MS = 900_000;
/** The most lines that an order, a basket or a pasted list has. */
const MOST_LINES = 1_000;
const PRICED_PIECES = 100_000;
const ORDERED_PIECES = 90_000;
/** Of an order, and of a basket that is changed. */
const MANY_LINES = 50;
const CONNECTIONS = 16;
/** With the round before the first these stay below the twenty unpaid orders that a customer may have. */
const ORDERS_EACH = 3;

type Raw = ReturnType<typeof startRawWork>;
type Person = Awaited<ReturnType<typeof signedInPeople>>[number];

interface Known {
  id: string;
  sku: string;
  name: string;
}

/** What is played: requests to the shop, and the same work done by `pg` alone, in turn. */
interface Play {
  connections: number;
  calls(round: number): ShotRequest[];
  jobs(round: number): RawStatement[][];
}

/** What a business does that buys in bulk: prices, orders and baskets of many lines, and lists that are pasted. */
export async function benchBulk(): Promise<boolean> {
  await buildShop();
  const server = await startPostgres({ durable: true });
  const loader = startLoader();
  const raw = startRawWork();
  let shop: CatalogueShop | undefined;
  try {
    shop = await openCatalogueShop(server, TOOLS, { filledWithinMs: FILLED_WITHIN_MS });
    const facts = await prepare(shop);
    const play = (what: Play) => inTurnWith(loader, raw, shop!, what);
    const rows = [
      ...timed('POST /price, 1,000 lines of 100,000 pieces', await play(prices(facts)), { below: 100 }),
      ...timed('the same for a company, by a list of 10 items', await play(companyPrices(facts, facts.fewItems)), {
        below: 100,
      }),
      ...timed('by a list of 100,000 items', await play(companyPrices(facts, facts.manyItems)), { below: 100 }),
      ...timed('POST /order, 1,000 lines of 90,000 pieces', await play(largeOrders(facts)), { below: 100 }),
      ...manyAtOnce(await play(ordersOfFifty(facts))),
      ...timed(`PATCH /my-basket, one line of ${MANY_LINES}`, await play(basketChanges(facts)), { below: 30 }),
      ...timed('POST /order-lines, 1,000 rows, 100,000 tools', await play(pastes(facts)), { below: 300 }),
    ];
    const how = `One process of the built shop, 100,000 tools, PostgreSQL with fsync. 1 connection, but for orders of ${MANY_LINES} lines. The limit is the same work by prepared statements through pg on the same tables with triggers off: reading the tools, for a company with what its list says of them; begin, conditional update, insert of order and lines, commit; begin, upsert of basket and line, read, commit; looking up all stock numbers. ${ROUNDS} rounds in turn, medians.`;
    return report('bulk', 'Selling in bulk', how, rows);
  } finally {
    loader.stop();
    raw.stop();
    await shop?.stop();
    await server.stop();
  }
}

interface Facts {
  /** A thousand tools at a cent, without price breaks. */
  cheap: Known[];
  /** A thousand tools with price breaks. */
  broken: Known[];
  people: Person[];
  /** Companies whose lists have prices of their own for few tools, and for all. */
  fewItems: BenchCompany;
  manyItems: BenchCompany;
}

async function prepare({ databaseUrl, url }: CatalogueShop): Promise<Facts> {
  const database = await openDatabase({ url: databaseUrl });
  try {
    const tools = await database.raw<Known>(
      `select id, sku, name from tools where sku like 'GEN-%' order by position limit ${2 * MOST_LINES}`,
    );
    const [cheap, broken] = [tools.slice(0, MOST_LINES), tools.slice(MOST_LINES)];
    const ids = (some: Known[]) => some.map(({ id }) => id);
    const open = 'available_quantity = 1000000000, min_order_quantity = 1, quantity_step = 1';
    await database.raw(`update tools set ${open}, price_cents = 1 where id = any($1)`, [ids(cheap)]);
    await database.raw(
      `update tools set ${open}, price_cents = 400,
         price_breaks = '[{"from": 100, "cents": 380}, {"from": 1000, "cents": 350}, {"from": 10000, "cents": 310}]'
         where id = any($1)`,
      [ids(broken)],
    );
    const people = await signedInPeople(database, 2 * CUSTOMERS, url, PROCESS_SECRET);
    const [few, many] = people.slice(-2);
    const fewItems = await companyWithList(database, few!, 10, ids(broken));
    const manyItems = await companyWithList(database, many!, TOOLS, ids(broken));
    // On a connection that gives no statement up for its time, which this takes on a busy machine.
    await database.withLock(760_130, (exec) => exec('analyze'));
    return { cheap, broken, people, fewItems, manyItems };
  } finally {
    await database.close();
  }
}

/** Enough that nobody comes to the limit of open orders. */
const CUSTOMERS = 200;

async function inTurnWith(loader: Loader, raw: Raw, shop: CatalogueShop, { connections, calls, jobs }: Play) {
  const results: ShotResult[] = [];
  const limits: RawWorkResult[] = [];
  // The round before the first lets compiler and planner see the path.
  for (let round = 0; round <= ROUNDS; round++) {
    const limit = await raw.run({ url: shop.databaseUrl, connections, jobs: jobs(round) });
    const all = calls(round);
    const each = Math.floor(all.length / connections);
    const lists = Array.from({ length: connections }, (_, index) => all.slice(index * each, (index + 1) * each));
    const result = await loader.fire({ url: shop.url, connections, lists });
    if (result.failed > 0) throw new Error(`${all[0]?.method} ${all[0]?.path}: ${result.failed} requests failed.`);
    if (round === 0) continue;
    limits.push(limit);
    results.push(result);
  }
  return { results, limits };
}

type Played = Awaited<ReturnType<typeof inTurnWith>>;

function timed(what: string, { results, limits }: Played, bar: Bar): Row[] {
  const p95 = medianOf(results, 'p95');
  const limit = median(limits.map((each) => each.p95));
  return [
    {
      what: `${what}: p95`,
      value: p95,
      unit: 'ms',
      limit,
      ratio: median(results.map((each, round) => (limits[round]?.p95 ?? 0) / each.p95)),
      bar,
    },
    { what: 'the same, p50', value: medianOf(results, 'p50'), unit: 'ms' },
  ];
}

function manyAtOnce({ results, limits }: Played): Row[] {
  return [
    {
      what: `POST /order, ${MANY_LINES} lines, ${CONNECTIONS} connections`,
      ...beside(results, limits),
      bar: { shareOfLimit: 0.5 },
    },
    { what: 'one of them, p95', value: medianOf(results, 'p95'), unit: 'ms' },
  ];
}

const call = (method: 'POST' | 'PATCH', path: string, body: object, person?: Pick<Person, 'token'>): ShotRequest => ({
  method,
  path,
  headers: {
    'content-type': 'application/json',
    ...(person ? { authorization: `Bearer ${person.token}` } : {}),
  },
  body: JSON.stringify(body),
});

function prices({ broken }: Facts): Play {
  const lines = broken.map(({ id }) => ({ toolId: id, quantity: PRICED_PIECES }));
  return {
    connections: 1,
    calls: () => Array.from({ length: 60 }, () => call('POST', '/price', { lines })),
    jobs: () =>
      Array.from({ length: 60 }, () => [
        {
          name: 'prices',
          text: `select id, name, sku, image, price_cents, price_breaks, quantity_step, min_order_quantity,
            available_quantity,
                   weight_grams from tools where id = any($1::text[]) and removed_at is null and on_sale`,
          values: [broken.map(({ id }) => id)],
        },
      ]),
  };
}

/** As `prices`, for somebody who buys for a company. */
function companyPrices({ broken }: Facts, company: BenchCompany): Play {
  const lines = broken.map(({ id }) => ({ toolId: id, quantity: PRICED_PIECES }));
  const body = { lines, companyId: company.companyId };
  return {
    connections: 1,
    calls: () => Array.from({ length: 60 }, () => call('POST', '/price', body, company)),
    jobs: () =>
      Array.from({ length: 60 }, () =>
        rawCompanyPrices(
          company,
          broken.map(({ id }) => id),
        ),
      ),
  };
}

const CONTACT = { name: 'Buyer', address: '1 Dock Road', phone: '555' };

/** The transaction as anybody would write it, whatever the number of lines; tools are locked in one order. */
function rawOrder({ userId }: Person, tools: Known[], quantity: number, cents: number): RawStatement[] {
  const id = newId();
  const ids = tools.map((tool) => tool.id);
  return inTransaction(
    {
      name: 'take',
      text: `with mine as (select id from tools where id = any($1::text[]) order by id for no key update)
        update tools t set available_quantity = t.available_quantity - $2, version = t.version + 1, updated_at = now()
        from mine where t.id = mine.id and t.available_quantity >= $2 returning t.id, t.name, t.sku, t.price_cents`,
      values: [ids, quantity],
    },
    {
      name: 'order',
      text: `insert into orders (id, user_id, name, email, address, phone, total_cents, line_count, pieces)
        values ($1, $2, 'Buyer', 'buyer@buyers.test', '1 Dock Road', '555', $3, $4, $5)`,
      values: [id, userId, tools.length * quantity * cents, tools.length, tools.length * quantity],
    },
    {
      name: 'lines',
      text: `insert into order_lines (id, order_id, position, tool_id, tool_name, sku, unit_price_cents, quantity)
        select $1 || '.' || at, $1, at, tool, name, sku, $5, $6
        from unnest($2::text[], $3::text[], $4::text[]) with ordinality as line (tool, name, sku, at)`,
      values: [id, ids, tools.map(({ name }) => name), tools.map(({ sku }) => sku), cents, quantity],
    },
  );
}

function largeOrders({ cheap, people }: Facts): Play {
  const lines = cheap.map(({ id }) => ({ toolId: id, quantity: ORDERED_PIECES }));
  const [buyers, others] = [people.slice(0, 30), people.slice(CUSTOMERS, CUSTOMERS + 30)];
  return {
    connections: 1,
    calls: () => buyers.map((buyer) => call('POST', '/order', { ...CONTACT, lines }, buyer)),
    jobs: () => others.map((other) => rawOrder(other, cheap, ORDERED_PIECES, 1)),
  };
}

function ordersOfFifty({ broken, people }: Facts): Play {
  const buyers = people.slice(30, CUSTOMERS);
  const others = people.slice(CUSTOMERS + 30);
  // As far apart as to meet all tools, each with others.
  const some = (turn: number) =>
    Array.from({ length: MANY_LINES }, (_, index) => broken[(turn * 17 + index * 19) % broken.length]!);
  const each = (all: Person[]) => Array.from({ length: ORDERS_EACH }, () => all).flat();
  return {
    connections: CONNECTIONS,
    calls: (round) =>
      each(buyers).map((buyer, index) => {
        const lines = some(round * 1_009 + index).map(({ id }) => ({ toolId: id, quantity: 1 }));
        return call('POST', '/order', { ...CONTACT, lines }, buyer);
      }),
    jobs: (round) => each(others).map((other, index) => rawOrder(other, some(round * 1_013 + index), 1, 400)),
  };
}

function basketChanges({ broken, people }: Facts): Play {
  const [mine, other] = [people[0]!, people[CUSTOMERS]!];
  const tools = broken.slice(0, MANY_LINES);
  return {
    connections: 1,
    calls: (round) => [
      // The first of a round brings the basket to its fifty lines.
      call('PATCH', '/my-basket', { lines: tools.map(({ id }) => ({ toolId: id, quantity: round + 1 })) }, mine),
      ...Array.from({ length: 200 }, (_, index) => {
        const line = { toolId: tools[index % tools.length]!.id, quantity: 1 + ((index * 7) % 900) };
        return call('PATCH', '/my-basket', { lines: [line] }, mine);
      }),
    ],
    jobs: () =>
      Array.from({ length: 200 }, (_, index) => [
        ...inTransaction(
          {
            name: 'basket',
            text: `insert into baskets (user_id, version) values ($1, 1)
              on conflict (user_id) do update set version = baskets.version + 1, updated_at = now()`,
            values: [other.userId],
          },
          {
            name: 'line',
            text: `insert into basket_lines (user_id, tool_id, quantity) values ($1, $2, $3)
              on conflict (user_id, tool_id) do update set quantity = excluded.quantity`,
            values: [other.userId, tools[index % tools.length]!.id, 1 + ((index * 7) % 900)],
          },
        ),
        {
          name: 'read',
          text: `select l.quantity, t.id, t.name, t.sku, t.image, t.price_cents, t.price_breaks, t.quantity_step,
              t.min_order_quantity, t.available_quantity, t.weight_grams
            from basket_lines l join tools t on t.id = l.tool_id where l.user_id = $1 order by l.position`,
          values: [other.userId],
        },
      ]),
  };
}

/** Rows as a spreadsheet gives them, half of them by stock number in another spelling, a few by name or wrong. */
function pastes({ cheap, broken }: Facts): Play {
  const text = (round: number) =>
    [...cheap.slice(0, 500), ...broken.slice(0, 500)]
      .map(({ sku, name }, index) => {
        const quantity = 1 + ((index + round) % 500);
        if (index % 100 === 99) return `nothing like it ${index}\t${quantity}`;
        if (index % 10 === 9) return `${name}\t${quantity}`;
        return index % 2 === 0
          ? `${sku}\t${quantity}\tfor van ${index % 7}`
          : `${quantity} x ${sku.toLowerCase().replace('-', ' ')}`;
      })
      .join('\n');
  const codes = [...cheap.slice(0, 500), ...broken.slice(0, 500)].map(({ sku }) => sku.toLowerCase().replace('-', ''));
  return {
    connections: 1,
    calls: (round) =>
      Array.from({ length: 40 }, (_, index) => call('POST', '/order-lines', { text: text(round * 40 + index) })),
    jobs: () =>
      Array.from({ length: 40 }, () => [
        {
          name: 'codes',
          text: `select id, name, sku, available_quantity, min_order_quantity, quantity_step from tools
            where plain_code(sku) = any($1::text[]) and removed_at is null and sku is not null and on_sale`,
          values: [codes],
        },
      ]),
  };
}
