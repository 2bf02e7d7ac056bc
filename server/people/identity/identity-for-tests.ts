import { createHmac, randomBytes } from 'node:crypto';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { newId } from '#server/engine/db/new-id.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import { createMail } from '#server/people/mail/mail.ts';
import { createAccount } from './accounts.ts';
import { createIdentity } from './create-identity.ts';
import type { OpenIdIssuer } from './google.ts';
import type { Identity } from './identity.ts';
import type { PasswordHash } from './passwords.ts';
import { quickPasswords } from './quick-passwords-for-tests.ts';

export const BASE_URL = 'http://localhost:3000';
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Identity over a database of its own, with people to call it. */
export interface TestIdentity {
  identity: Identity;
  database: Database;
  config: Config;
  /** A browser with a cookie jar of its own, at an address of its own. */
  browser(address?: string): Browser;
  /** A browser in which somebody signed in just now. Costs no hash, for tests that are about something else. */
  signedIn(name: string): Promise<Browser>;
  /** Alice, Bob or Ada, with the password `tradebench`. @returns the user's id */
  add(name: string, role?: 'admin' | 'user'): Promise<string>;
  /** Begins anew: nobody is there but Alice, and no letter. */
  onlyAlice(): Promise<void>;
  /** The mails to somebody, newest first. */
  mailsTo(receiver: string): Promise<Letter[]>;
  rows<Row>(sql: string, params?: unknown[]): Promise<Row[]>;
  /** How many rows each of identity's tables has, and what the users are: the same before and after means nothing happened. */
  digest(): Promise<string>;
  close(): Promise<void>;
}

interface TestOptions {
  limits?: boolean;
  baseUrl?: string;
  google?: OpenIdIssuer;
  /** Another process of the shop that has this database and secret. */
  beside?: TestIdentity;
  /** At a price that tests can pay, where nothing is said. */
  passwords?: PasswordHash;
}

/** A database of the kind that the run is on, without the demo's people. */
async function withoutPeople(): Promise<Database> {
  const database = await freshDatabase();
  await database.raw('delete from users');
  return database;
}

export async function testIdentity({
  limits = false,
  baseUrl = BASE_URL,
  google,
  beside,
  passwords = quickPasswords,
}: TestOptions = {}): Promise<TestIdentity> {
  const config: Config = {
    ...readConfig({
      AUTH_SECRET: beside?.config.authSecret ?? randomBytes(32).toString('hex'),
      BASE_URL: baseUrl,
      LOG_LEVEL: 'silent',
    }),
    rateLimits: limits,
  };
  const database = beside?.database ?? (await withoutPeople());
  const mail = createMail({ config, database, log: silent });
  const identity = await createIdentity({
    config,
    database,
    mail,
    log: silent,
    beforeLeaving: async () => {},
    passwords,
    ...(google ? { demoGoogle: google } : {}),
  });
  let clients = 0;
  const add: TestIdentity['add'] = async (name, role = 'user') =>
    createAccount(database, { email: emailOf(name), name, role }, await passwords.hash('tradebench'));
  const browser = (address = `203.0.113.${++clients}`) => new Browser(identity, baseUrl, address);
  return {
    identity,
    database,
    config,
    browser,
    async signedIn(name) {
      const token = randomBytes(24).toString('base64url');
      await database.raw(
        `insert into sessions (id, token, user_id, expires_at) select $1, $2, id, now() + interval '7 days' from users where email = $3`,
        [newId(), token, emailOf(name)],
      );
      const signature = createHmac('sha256', config.authSecret).update(token).digest('base64');
      const somebody = browser();
      somebody.jar.set('tradebench.session_token', encodeURIComponent(`${token}.${signature}`));
      return somebody;
    },
    add,
    mailsTo: (receiver) =>
      database.raw<Letter>('select "to", subject, text, html from mails where "to" = $1 order by created_at desc', [
        receiver,
      ]),
    rows: (sql, params) => database.raw(sql, params),
    async onlyAlice() {
      await database.raw('delete from users');
      await database.raw('delete from mails');
      await add('Alice');
    },
    async digest() {
      const tables = ['users', 'sessions', 'accounts', 'verifications', 'two_factors', 'mails'];
      const counts = tables.map(
        (table) => `(select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from ${table} t) as ${table}`,
      );
      return JSON.stringify(await database.raw(`select ${counts.join(', ')}`));
    },
    close: () => database.close(),
  };
}

/** The first link of a letter; empty where there is none. */
export function linkIn(text = ''): string {
  return /http\S+/.exec(text)?.[0] ?? '';
}

export function emailOf(name: string): string {
  return `${name.toLowerCase()}@tradebench.test`;
}

/** What came back, read once. */
export interface Answer {
  status: number;
  headers: Headers;
  cookies: string[];
  // A test looks into bodies whose shape is the very thing that it checks.
  body: Record<string, unknown> & { code?: string; user?: { id: string; email: string } & Record<string, unknown> };
}

export class Browser {
  readonly jar = new Map<string, string>();
  readonly address: string;
  readonly #identity: Identity;
  readonly #baseUrl: string;

  constructor(identity: Identity, baseUrl: string, address: string) {
    this.#identity = identity;
    this.#baseUrl = baseUrl;
    this.address = address;
  }

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The session cookie's value, undefined when signed out. */
  get session(): string | undefined {
    return [...this.jar].find(([name]) => name.endsWith('.session_token'))?.[1];
  }

  async send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers);
    if (this.jar.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookie);
    const address = path.startsWith('http')
      ? path
      : `${this.#baseUrl}${path.startsWith('/api/') ? '' : '/api/auth'}${path}`;
    const response = await this.#identity.handle(new Request(address, { ...init, headers }), this.address);
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) this.#keep(cookie);
    const text = await response.text();
    const body = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Answer['body']) : {};
    return { status: response.status, headers: response.headers, cookies, body };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    if (value === '' || attributes.includes('Max-Age=0')) this.jar.delete(name);
    else this.jar.set(name, value);
  }

  get(path: string): Promise<Answer> {
    return this.send(path);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#baseUrl, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  signIn(name: string, password = 'tradebench'): Promise<Answer> {
    return this.post('/sign-in/email', { email: emailOf(name), password });
  }

  /** Trades the cookie for an access token. */
  exchange(email: string, headers: Record<string, string> = { origin: this.#baseUrl }) {
    return this.#identity.exchange(
      new Request(`${this.#baseUrl}/user/${email}`, { method: 'PUT', headers: { cookie: this.cookie, ...headers } }),
      email,
    );
  }
}
