import { NOBODYS_ID } from '#server/engine/http/access-cases-for-tests.ts';

/** What a shop answered, read to its end. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; empty where it is none. */
  json: Record<string, unknown>;
}

interface Ask {
  /** An access token. */
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Visitor {
  email: string;
  password: string;
  cookie: string;
  token: string;
}

/** A running shop, seen from outside. */
export interface Site {
  url: string;
  ask(method: string, path: string, ask?: Ask): Promise<Reply>;
  /** Two customers, made for this run. */
  alice: Visitor;
  bob: Visitor;
  /** Only where an admin's e-mail and password are known. */
  admin: Visitor | undefined;
  /** Something for sale of which alice may order the least. */
  tool: { _id: string; name: string; price: number; availableQuantity: number; minOrderQuantity: number } | undefined;
  /** An unpaid order of alice; made for this run and deleted after it. */
  orderId: string | undefined;
  /** Deletes what was made. */
  leave(): Promise<void>;
}

const ANSWER_WITHIN_MS = 40_000;
const WAITS = 8;

/** Asks once; a body that is no text is sent as JSON, with the type that fits. */
async function ask(url: string, method: string, path: string, { as, body, headers }: Ask = {}): Promise<Reply> {
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = await answer.text();
  let json: Record<string, unknown> = {};
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Pages and files are looked at as text.
  }
  return { status: answer.status, headers: answer.headers, text, json };
}

/** Asks again as long as the shop says that it was asked too often. */
export async function afterLimits(call: () => Promise<Reply>): Promise<Reply> {
  for (let waits = 0; ; waits++) {
    const reply = await call();
    if (reply.status !== 429 || waits >= WAITS) return reply;
    const seconds = Number(reply.headers.get('retry-after') ?? 5);
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 60) * 1_000 + 250));
  }
}

function cookiesOf({ headers }: Reply): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Opens a site with accounts of its own. @param admin the sign-in of an admin, if one is known */
export async function openSite(url: string, admin?: { email: string; password: string }): Promise<Site> {
  const call: Site['ask'] = (method, path, options) => ask(url, method, path, options);
  const origin = { origin: new URL(url).origin };
  const withToken = async (email: string, password: string, identified: Reply): Promise<Visitor> => {
    const cookie = cookiesOf(identified);
    const exchanged = await call('PUT', `/user/${email}`, { body: { email }, headers: { ...origin, cookie } });
    if (typeof exchanged.json['token'] !== 'string')
      throw new Error(`${email} has no access: ${identified.status} ${identified.text} ${exchanged.text}`);
    return { email, password, cookie, token: exchanged.json['token'] };
  };
  const mark = Math.random().toString(36).slice(2, 10);
  const join = async (name: string) => {
    const body = { email: `attack-${name}-${mark}@example.com`, password: `proof-${mark}`, name };
    const joined = await afterLimits(() => call('POST', '/api/auth/sign-up/email', { body, headers: origin }));
    return withToken(body.email, body.password, joined);
  };
  const [alice, bob] = [await join('alice'), await join('bob')];
  const known =
    admin &&
    (await afterLimits(() => call('POST', '/api/auth/sign-in/email', { body: admin, headers: origin })).then((reply) =>
      withToken(admin.email, admin.password, reply),
    ));
  const tools = (await call('GET', '/tool?inStock=true')).json as unknown as NonNullable<Site['tool']>[];
  const tool = Array.isArray(tools)
    ? tools.find(({ availableQuantity, minOrderQuantity }) => availableQuantity >= 2 * minOrderQuantity)
    : undefined;
  const placed = tool && (await call('POST', '/order', { as: alice.token, body: wishOf(tool) }));
  const orderId = placed?.status === 201 ? String(placed.json['_id']) : undefined;
  return {
    url,
    ask: call,
    alice,
    bob,
    admin: known,
    tool,
    orderId,
    async leave() {
      const mine = await call('GET', `/order?email=${alice.email}`, { as: alice.token });
      const orders = Array.isArray(mine.json) ? (mine.json as unknown as { _id: string }[]) : [];
      for (const { _id } of orders) await call('DELETE', `/order/${_id}`, { as: alice.token });
      for (const { email, password } of [alice, bob]) {
        const entered = await afterLimits(() =>
          call('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: origin }),
        );
        const cookie = cookiesOf(entered);
        await call('POST', '/api/auth/delete-user', { body: { password }, headers: { ...origin, cookie } });
      }
    },
  };
}

/** The least that can be ordered of a tool. */
export function wishOf(tool: NonNullable<Site['tool']>, more: object = {}) {
  const person = { name: 'Attack proof', address: '1 Dock Road', phone: '555' };
  return { ...person, toolId: tool._id, quantity: tool.minOrderQuantity, ...more };
}

/** The same path for a thing that is not there. */
export const MISSING_ORDER = `/order/${NOBODYS_ID}`;
