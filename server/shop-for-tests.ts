import { createHmac } from 'node:crypto';
import type { BodyInput, RouteName } from '#contract/routes.ts';
import { routes } from '#contract/routes.ts';
import type { Role } from '#contract/policy.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { loadStandIns } from '#sandbox/stand-ins.ts';
import { readConfig, type Config } from './config.ts';
import type { Database } from './engine/db/client.ts';
import { DEMO_PASSWORD } from '#server/shop/seed/seed.ts';
import { newId } from './engine/db/new-id.ts';
import { createAccessTokens } from './people/identity/access-token.ts';
import { cookiePrefix } from './people/identity/cookie-session.ts';
import { confirmOrders } from './money/payments/order-letters.ts';
import { quickPasswords } from './people/identity/quick-passwords-for-tests.ts';
import { sessions, users } from '#server/people/directory/people.sql.ts';
import { allNewsRead } from '#server/engine/news/news-for-tests.ts';
import type { Log } from './log.ts';
import { type Shop, type ShopOptions, startShop } from '#server/shop/start.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A shop over a test's own database, spoken to without a port. */
export interface TestShop extends Shop {
  /** Calls the API as somebody; `as` is an access token from `signIn`. */
  call(
    method: string,
    path: string,
    options?: { as?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** A new person with a session and an access token, made without a password, so that many cost no hashing. */
  person(
    name: string,
    role?: Exclude<Role, 'customer'> | 'user',
  ): Promise<{ email: string; token: string; userId: string; sessionId: string }>;
  /** The cookie that a browser of that session sends. */
  sessionCookie(sessionId: string): Promise<string>;
  /** Signs in with the password as a browser does. */
  signIn(email: string, password?: string): Promise<{ token: string; cookie: string }>;
  /** A tool made by an admin. */
  tool(fields?: Partial<BodyInput<'addTool'>>): Promise<Tool>;
  /** An order that succeeds. */
  order(token: string, tool: Tool, quantity?: number): Promise<Order>;
  /** The letters to an address, oldest first. */
  lettersTo(email: string): Promise<{ subject: string; text: string }[]>;
  /** Does at once what the shop would do at its next round: write the letters of orders that were placed, read the news. */
  atRest(): Promise<void>;
  /** Every row of every table as text once the shop is at rest, to see that a refused call changed nothing. */
  digest(): Promise<string>;
}

/** Builds a shop with its stand-ins over an open, migrated or empty database. */
export async function openTestShop(
  database: Database,
  settings: Record<string, string> = {},
  changes: Partial<Config> = {},
  web?: ShopOptions['web'],
): Promise<TestShop> {
  const config: Config = {
    ...readConfig({
      AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
      BASE_URL: 'http://shop.test',
      RATE_LIMITS: 'off',
      SEED_QUOTES: 'off',
      ...settings,
    }),
    ...changes,
  };
  const shop = await startShop({
    config,
    log: silent,
    database,
    standIns: loadStandIns,
    passwords: quickPasswords,
    ...(web ? { web } : {}),
  });

  const call: TestShop['call'] = (method, path, { as, body, headers } = {}) =>
    shop.app.fetch(
      new Request(`http://shop.test${path}`, {
        method,
        headers: {
          ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );

  const signIn: TestShop['signIn'] = async (email, password = DEMO_PASSWORD) => {
    const origin = { origin: config.baseUrl };
    const signedIn = await call('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: origin });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const exchanged = await call('PUT', `/user/${email}`, { body: { email }, headers: { ...origin, cookie } });
    if (exchanged.status !== 200) throw new Error(await exchanged.text());
    const { token } = (await exchanged.json()) as { token: string };
    return { token, cookie };
  };

  const tokens = await createAccessTokens(database, config, config.baseUrl);
  let adminToken: string | undefined;
  const shopWithHands: TestShop = {
    ...shop,
    call,
    signIn,
    async person(name, role = 'user') {
      const email = `${name.toLowerCase()}@people.test`;
      const userId = newId();
      const sessionId = newId();
      await database.db.insert(users).values({ id: userId, email, name, role, emailVerified: true });
      const expiresAt = new Date(Date.now() + 86_400_000);
      await database.db.insert(sessions).values({ id: sessionId, token: newId(), userId, expiresAt });
      const { token } = await tokens.issue({ userId, sessionId });
      return { email, userId, sessionId, token };
    },
    async sessionCookie(sessionId) {
      const [row] = await database.raw<{ token: string }>('select token from sessions where id = $1', [sessionId]);
      const token = row?.token ?? '';
      const signature = createHmac('sha256', config.authSecret).update(token).digest('base64');
      return `${cookiePrefix(config.baseUrl)}.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
    },
    async tool(fields = {}) {
      adminToken ??= (await signIn('ada@tradebench.test')).token;
      const body = {
        name: 'Claw hammer',
        description: 'Forged.',
        price: 10,
        availableQuantity: 100,
        minOrderQuantity: 1,
        image: '/pictures/hammer-640.webp',
        ...fields,
      };
      const answer = await call('POST', '/tool', { as: adminToken, body });
      if (answer.status !== 201) throw new Error(await answer.text());
      return (await answer.json()) as Tool;
    },
    async order(token, tool, quantity = tool.minOrderQuantity) {
      const body = { name: 'Buyer', address: '1 Dock Road', phone: '555', tool: tool.name, toolId: tool._id, quantity };
      const answer = await call('POST', '/order', { as: token, body });
      if (answer.status !== 201) throw new Error(await answer.text());
      return (await answer.json()) as Order;
    },
    lettersTo: (email) =>
      database.raw<{ subject: string; text: string }>(
        `select subject, text from mails where "to" = $1 order by created_at, id`,
        [email],
      ),
    async atRest() {
      // A round of the shop's own may be at it: its letters are there when the notes are gone.
      for (;;) {
        await confirmOrders(shop.parts);
        const [due] = await database.raw('select from order_letters limit 1');
        if (!due) break;
      }
      await allNewsRead(database, shop.news);
    },
    async digest() {
      await shopWithHands.atRest();
      return digestOf(database);
    },
  };
  return shopWithHands;
}

/**
 * Asks again where the machine is too busy, which is said with 503; what must not happen twice has a key. Not for ever, so that
 * what a failed test has left over ends.
 */
export async function persistently(ask: () => Promise<Response>): Promise<Response> {
  for (let asked = 1; ; asked++) {
    const answer = await ask();
    if (answer.status !== 503 || asked === 100) return answer;
  }
}

/** Tables that change whatever a call does: counters of tries, when what runs beside the calls was last due, and what lies outside. */
const COUNTERS = new Set(['rate_limits', 'scheduled_jobs', 'read_backups']);

/** Every row of every table but the counters, as text: two that are equal mean that nothing was changed between them. */
export async function digestOf(database: Database): Promise<string> {
  const tables = await database.raw<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  // One statement for all of them: some tests ask for hundreds of digests, of some fifty tables each.
  const lines = tables
    .filter(({ name }) => !COUNTERS.has(name))
    .map(
      ({ name }) =>
        `'${name} ' || (select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from "${name}" t)`,
    );
  const [row] = await database.raw<{ digest: string }>(`select concat_ws(e'\\n', ${lines.join(', ')}) as digest`);
  return row!.digest;
}

/** Each route of the contract with its name, for tests that iterate the table. */
export const routeTable = Object.entries(routes) as [RouteName, (typeof routes)[RouteName]][];
