import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { identityRoutes, type IdentityRoute } from '#contract/people/identity-calls.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { startPostgres } from '#server/engine/db/postgres-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { buildShop, type ShopProcess, shopProcess } from '#server/shop-process-for-tests.ts';
import { publish } from './proof.ts';
import { pause } from './random.ts';
import type { Waits } from './standstill-asker.ts';
import type { HeavyCall } from './standstill-call.ts';
import { CALLS, OF_STAFF } from './standstill-calls.ts';
import { PASTES } from './standstill-pastes.ts';
import { openWorld, type World } from './standstill-world.ts';

const PORT = Number(process.env['PROVE_PORT'] ?? 4600) + 30;
/**
 * What nobody else may wait longer than, in ms. PGlite misses it by less than a fifth where it is asked itself while a quote of 1,000
 * lines is written: it does one transaction at a time.
 */
const MOST_MS = 100;
const TOOLS = 10_000;
type Engine = 'PGlite' | 'PostgreSQL';
/** How long a process is left alone after its start. */
const SETTLED_MS = 3_000;
/** What is done after the answer belongs to the call. */
const AFTER_MS = 60;
/** In so many fresh processes a call is tried that held others up; the best counts, since the machine does other work beside. */
const TRIES = 4;
const SHOWN = 12;

interface Asked {
  what: string;
  make: (world: World) => HeavyCall | Promise<HeavyCall>;
  send: Pick<Route, 'method' | 'path'>;
}

interface Found extends Waits {
  what: string;
}

/** Every call that anybody may make, at its worst, while somebody in another process asks for something small, on each engine. */
export async function proveStandstill(only?: string): Promise<boolean> {
  await buildShop();
  const server = await startPostgres();
  const found: Partial<Record<Engine, Found[]>> = {};
  const refused: string[] = [];
  try {
    for (const [engine, settings] of [
      ['PGlite', {}],
      ['PostgreSQL', { DATABASE_URL: await server.createDatabase() }],
    ] as const) {
      const shop = shopProcess(
        PORT,
        { BASE_URL: `http://127.0.0.1:${PORT}`, SEED_TOOLS: String(TOOLS), ...settings },
        {
          readyWithinMs: 240_000,
        },
      );
      try {
        await shop.start();
        const world = await openWorld(shop.url);
        found[engine] = await tryAll({ shop, world, refused }, only);
      } finally {
        await shop.stop();
      }
    }
  } finally {
    await server.stop();
  }
  const late = (engine: Engine, which: keyof Waits) =>
    (found[engine] ?? [])
      .filter((each) => each[which] > MOST_MS)
      .map((each) => `${engine}, ${each.what}: ${each[which].toFixed(0)} ms`);
  return publish({
    name: 'standstill',
    title: 'Nobody waits for what another asks',
    how: `One process of the built shop, on PGlite and on PostgreSQL, with ${TOOLS} tools. Every call that anybody may make, every page and file, lists of ${Object.keys(PASTES).length} kinds, and what agents ask, each with the most that its bounds let through, while a client in a process of its own asks for \`/healthz\` and for \`/readyz\`, which asks the database, every few milliseconds. The first of each kind in a process counts, too, from ${SETTLED_MS / 1000} s after its start. What others waited too long for is tried again in up to ${TRIES} fresh processes, and the least counts: the machine does other work beside.`,
    measurements: [
      ...Object.entries(found).map(([engine, all]): [string, number] => [`calls, ${engine}`, all.length]),
      ...Object.entries(found).flatMap(([engine, all]) =>
        all
          .toSorted((one, other) => other.alive - one.alive)
          .slice(0, SHOWN)
          .map(({ what, alive, ready }): [string, string] => [
            `${engine}, ${what}`,
            `${alive.toFixed(0)} ms; for the database ${ready.toFixed(0)} ms`,
          ]),
      ),
    ],
    promises: [
      [
        `nobody else waits longer than ${MOST_MS} ms for an answer`,
        [...late('PGlite', 'alive'), ...late('PostgreSQL', 'alive')],
      ],
      ['nor for one that asks the database, where that is a server', late('PostgreSQL', 'ready')],
      ['nor for one that asks PGlite', late('PGlite', 'ready')],
      ['each call is answered as it is meant', refused],
    ],
  });
}

interface Trying {
  shop: ShopProcess;
  world: World;
  /** Is told what is answered otherwise than it is meant. */
  refused: string[];
}

async function tryAll({ shop, world, refused }: Trying, only?: string): Promise<Found[]> {
  const isLate = (waits: Waits | undefined) => waits !== undefined && (waits.alive > MOST_MS || waits.ready > MOST_MS);
  let asked = everything().filter(({ what }) => only === undefined || what.includes(only));
  const best = new Map<string, Found>();
  for (let tried = 0; tried < TRIES && asked.length > 0; tried++) {
    await shop.stop();
    await shop.start();
    await pause(SETTLED_MS);
    const asker = fork(join(projectRoot, 'prove/standstill-asker.ts'), [shop.url, String(shop.pid())], {
      execArgv: ['--import', 'tsx'],
    });
    const waits = async () => {
      asker.send('waits');
      const [said] = (await once(asker, 'message')) as [Waits];
      return said;
    };
    try {
      await pause(1_000);
      for (const { what, make, send } of asked) {
        const call = await make(world);
        await pause(AFTER_MS);
        await waits();
        const status = await answerTo(world, send, call);
        await pause(AFTER_MS);
        const { alive, ready } = await waits();
        const before = best.get(what);
        best.set(what, {
          what,
          alive: Math.min(alive, before?.alive ?? alive),
          ready: Math.min(ready, before?.ready ?? ready),
        });
        if (tried === 0 && status !== '') refused.push(`${what}: ${status}`);
        if (isLate({ alive, ready })) console.log(`${what}: ${alive.toFixed(0)} ms, ${ready.toFixed(0)} ms`);
      }
    } finally {
      asker.disconnect();
    }
    asked = asked.filter(({ what }) => isLate(best.get(what)));
  }
  return [...best.values()];
}

/** @returns what is wrong with the answer; empty where nothing is */
async function answerTo({ url }: World, { method, path }: Asked['send'], call: HeavyCall): Promise<string> {
  const wanted = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? 'a'));
  const search = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
  const answer = await fetch(url + wanted + search, {
    method,
    redirect: 'manual',
    headers: {
      origin: url,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.as ? { authorization: `Bearer ${call.as.token}` } : {}),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.file === undefined ? {} : { body: call.file }),
  });
  const text = await answer.text();
  const meant = call.status === undefined ? answer.status < 400 : call.status === 0 || answer.status === call.status;
  return meant ? '' : `${answer.status} ${text.slice(0, 200)}`;
}

function everything(): Asked[] {
  const calls = Object.entries(CALLS).map(([name, make]): Asked => ({
    what: name,
    make,
    send: routes[name as keyof typeof CALLS],
  }));
  const pastes = Object.entries(PASTES).flatMap(([what, text]): Asked[] => [
    { what: `${what} to read`, make: (world) => ({ body: { text: text(world) } }), send: routes.readOrderLines },
    {
      what: `${what} as numbers of a company`,
      make: (world) => ({ as: world.alice, path: { id: world.companyId }, body: { text: text(world) }, status: 0 }),
      send: routes.pastePartNumbers,
    },
    { what: `${what} for an agent`, make: (world) => agent('read_list', { text: text(world) }), send: MCP },
  ]);
  const ofStaff = Object.entries(OF_STAFF).map(([what, [name, make]]): Asked => ({ what, make, send: routes[name] }));
  return [...PAGES.map(page), ...calls, ...pastes, ...bodies(), ...agents(), ...identity(), ...ofStaff];
}

/** Bodies that are nothing's, as long as they may be. */
function bodies(): Asked[] {
  const kinds: [what: string, body: unknown, status: number][] = [
    ['29,000 fields', Object.fromEntries(Array.from({ length: 14_000 }, (_, index) => [`f${index}`, 0])), 400],
    ['29,000 lists', { lines: Array.from({ length: 9_000 }, () => [[]]) }, 400],
    ['2,000 lines of nothing', { lines: Array.from({ length: 2_000 }, () => ({})) }, 400],
    ['a word of 250 kB', { lines: 'x'.repeat(250_000) }, 400],
  ];
  return kinds.flatMap(([what, body, status]): Asked[] => [
    { what: `${what} to price`, make: () => ({ body, status }), send: routes.price },
    { what: `${what} for an agent`, make: () => ({ ...agent('price_lines', body as object), status: 0 }), send: MCP },
    { what: `${what} to sign in with`, make: () => ({ body, status }), send: SIGN_IN },
  ]);
}

const SIGN_IN = { method: 'POST', path: '/api/auth/sign-in/email' } as const;
const MCP = { method: 'POST', path: '/mcp' } as const;

function agent(name: string, args: object): HeavyCall {
  return { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } } };
}

function agents(): Asked[] {
  const listed = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  return [
    { what: 'tools for agents', make: () => ({ body: listed }), send: MCP },
    { what: 'prices for an agent', make: ({ lines }) => agent('price_lines', { lines, country: 'NO' }), send: MCP },
    { what: 'a search by an agent', make: () => agent('search_tools', { q: 'hamer skrewdriver plyers' }), send: MCP },
  ];
}

/** What can be looked at without asking the table, and the same in Markdown. */
const PAGES = [
  '/',
  '/about',
  '/products',
  '/products?q=hamer+skrewdriver+plyers+chisel',
  '/products/nothing',
  '/compare',
  '/basket',
  '/order-pad',
  '/reviews',
  '/blogs',
  '/contactUs',
  '/login',
  '/register',
  '/dashboard',
  '/nowhere',
  '/docs',
  '/robots.txt',
  '/llms.txt',
  '/sitemap.xml',
  '/sitemaps/pages.xml',
  '/feeds/google.xml',
  '/.well-known/security.txt',
];

function page(path: string): Asked {
  const status = path === '/nowhere' || path === '/products/nothing' ? { status: 404 } : {};
  return { what: `GET ${path}`, make: () => status, send: { method: 'GET', path } };
}

const PASSWORD = 'x'.repeat(128);
/** What makes a hash or a letter; of the others, any text in each field. */
const SAID: Record<string, object> = {
  '/sign-up/email': { name: 'New', email: 'new@buyers.test', password: PASSWORD },
  '/sign-in/email': { email: 'alice@tradebench.test', password: PASSWORD },
  '/sign-in/magic-link': { email: 'alice@tradebench.test' },
  '/request-password-reset': { email: 'alice@tradebench.test' },
  '/reset-password': { newPassword: PASSWORD, token: 'x'.repeat(40) },
};

function identity(): Asked[] {
  return Object.entries<IdentityRoute>(identityRoutes).map(([path, { method, fields }]) => ({
    what: path,
    make: () => ({
      ...(fields
        ? { body: SAID[path] ?? Object.fromEntries(Object.keys(fields).map((name) => [name, PASSWORD])) }
        : {}),
      status: 0,
    }),
    send: { method, path: `/api/auth${path}` },
  }));
}
