import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, escapeIdentifier, Pool, type PoolConfig } from 'pg';
import type { Database, Db } from './client.ts';
import { schema } from './schema.ts';

/** A query that takes longer than this is given up, so that one slow lock cannot use up the pool (attacks T102). */
const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;
const RECONNECT_MS = 1_000;

/** Opens a PostgreSQL server through a pool; connections are made when first needed. */
export function openPostgres(url: string, maxConnections = 16): Database {
  const settings: PoolConfig = {
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'tradebench',
    keepAlive: true,
  };
  const pool = new Pool(settings);
  // A connection lost while idle is replaced by the pool; the next query reports a server that stays away.
  pool.on('error', () => {});
  // One lost in the middle of a transaction has nobody else to tell; its queries fail, and the process must not end over it.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const db: Db = drizzle(pool, { schema });
  const listeners = new Set<Listener>();

  return {
    kind: 'postgres',
    db,
    async raw<Row>(text: string, params: unknown[] = [], name?: string) {
      const result = await pool.query(name ? { name, text, values: params } : { text, values: params });
      return result.rows as Row[];
    },
    async rawTransaction(work) {
      const connection = await pool.connect();
      let broken: Error | undefined;
      try {
        await connection.query('begin');
        const answer = await work({ query: async (text, params) => (await connection.query(text, params)).rows });
        await connection.query('commit');
        return answer;
      } catch (error) {
        await connection.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        connection.release(broken);
      }
    },
    async withLock(key, work) {
      const connection = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      connection.on('error', () => {});
      await connection.connect();
      try {
        await connection.query('select pg_advisory_lock($1)', [key]);
        await work(
          async (text) => {
            await connection.query(text);
          },
          async (text, params) => (await connection.query(text, params)).rows,
        );
      } finally {
        await connection.end();
      }
    },
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async listen(channel, onMessage, onReconnect) {
      const listener = new Listener(url, channel, onMessage, onReconnect);
      listeners.add(listener);
      await listener.open();
    },
    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()));
      await pool.end();
    },
  };
}

/** One connection that listens on one channel and comes back by itself after a lost server. */
class Listener {
  #client: Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  readonly #url: string;
  readonly #channel: string;
  readonly #onMessage: (payload: string) => void;
  readonly #onReconnect: () => void;

  constructor(url: string, channel: string, onMessage: (payload: string) => void, onReconnect: () => void) {
    this.#url = url;
    this.#channel = channel;
    this.#onMessage = onMessage;
    this.#onReconnect = onReconnect;
  }

  async open(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    this.#client = client;
    client.on('notification', (message) => this.#onMessage(message.payload ?? ''));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    await client.connect();
    await client.query(`listen ${escapeIdentifier(this.#channel)}`);
  }

  #lost(client: Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#openLater();
  }

  /** A failed attempt is heard of twice, by its rejection and by its end: only one of them may lead to another. */
  #openLater(): void {
    clearTimeout(this.#retry);
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.open().then(this.#onReconnect, () => this.#openLater());
    }, RECONNECT_MS).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => {});
  }
}
