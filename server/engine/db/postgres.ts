import { hash } from 'node:crypto';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Client, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { Database, Db, NoSchema, RawQuery } from './client.ts';
import { Listener } from './listener.ts';
import { isOn } from './raw-in-transaction.ts';
import { createReplicas, type Replica } from './replicas.ts';
import { createSlots, type Slots } from '#server/slots.ts';
import { watched } from './watched-connection.ts';

/** A query that takes longer than this is given up, so that one slow lock cannot use up the pool (attacks T102). */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Together with the next one under the 8 seconds within which every call is answered. */
const CONNECT_TIMEOUT_MS = 2_500;
/** A little longer than the server's own limit, which says more about what went wrong. */
const SILENCE_MS = 5_250;

/** What part of the connections transactions may hold: the rest is for who reads, however many wait for a lock (attacks T102). */
const HELD_BY_TRANSACTIONS = 0.75;

/** Where the PostgreSQL servers are. */
export interface PostgresLocation {
  url: string;
  /** The server itself, where `url` leads through a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** Copies that answer public reads. */
  replicaUrls?: readonly string[] | undefined;
  maxConnections?: number | undefined;
}

/** Opens a PostgreSQL server through a pool; connections are made when first needed. */
export function openPostgres({ url, directUrl, replicaUrls = [], maxConnections = 16 }: PostgresLocation): Database {
  const pooled = directUrl !== undefined;
  const own = directUrl ?? url;
  const pool = openPool(url, maxConnections, pooled);
  const inSlot = createSlots(Math.ceil(maxConnections * HELD_BY_TRANSACTIONS), CONNECT_TIMEOUT_MS, noConnectionFree);
  const listeners = new Set<Listener>();

  const queryOn =
    (connection: Pool | PoolClient): RawQuery =>
    async <Row>(text: string, params: unknown[] = [], name?: string) => {
      // What is prepared under a name stays on one connection; behind a pooler the next statement is on another.
      const result = await connection.query(pooled ? { text, values: params } : statementOf(text, params, name));
      return result.rows as Row[];
    };
  const db = openDb(pool, inSlot, queryOn);
  const raw = queryOn(pool);
  const replicas = createReplicas(
    { db, raw },
    replicaUrls.map((replicaUrl) => openReplica(replicaUrl, maxConnections)),
  );

  return {
    kind: 'postgres',
    db,
    raw,
    read: (work) => replicas.read(work),
    wrote: () => replicas.wrote(),
    replicas: () => replicas.standings(),
    rawTransaction: (work) =>
      inSlot(() =>
        onOneConnection(pool, async (connection) => {
          await connection.query('begin');
          const answer = await work({ query: queryOn(connection) });
          await connection.query('commit');
          return answer;
        }),
      ),
    async withLock(key, work) {
      // A lock of the session must be on one connection from its taking to its end.
      const connection = new Client({ connectionString: own, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
      connection.on('error', () => {});
      await connection.connect();
      try {
        // A limit that the role has (for PgBouncer) is for calls, not for who waits here for another process.
        await connection.query('set statement_timeout = 0');
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
    async listen(channel, onMessage, onGap) {
      const listener = new Listener({ url: own, channel, onMessage, onGap });
      listeners.add(listener);
      await listener.open();
      return () => listener.renew();
    },
    leaving() {},
    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()));
      await replicas.close();
      await pool.end();
    },
  };
}

/** A statement as pg takes it. What it is prepared under is made from its text: no two texts meet under one name. */
function statementOf(text: string, values: unknown[], name: string | undefined): QueryConfig {
  return name ? { name: hash('sha1', text, 'base64url'), text, values } : { text, values };
}

/**
 * What drizzle makes of a pool, with transactions that give their connection back however they end: drizzle's own keeps it
 * for good where `begin` fails, and a pool that lost all of them so answers nobody any more.
 */
function openDb(pool: Pool, inSlot: Slots, queryOn: (connection: PoolClient) => RawQuery): Db {
  const db = drizzle(pool);
  const dialect = new PgDialect();
  db.transaction = (work, config) =>
    inSlot(() =>
      onOneConnection(pool, (connection) =>
        new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(connection, dialect, undefined).transaction(
          (tx) => work(isOn(tx, queryOn(connection))),
          config,
        ),
      ),
    );
  return db;
}

/** As the pool itself says it, so that it is answered as such. */
function noConnectionFree(): Error {
  return new Error('timeout exceeded when trying to connect: as many transactions as may be are at work');
}

/** Does the work on one connection of the pool; where it fails, nothing of it is left open on the connection. */
async function onOneConnection<T>(pool: Pool, work: (connection: PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(connection);
  } catch (error) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    connection.release(broken);
  }
}

function openPool(url: string, max: number, pooled: boolean): Pool {
  const settings: PoolConfig = {
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'tradebench',
    keepAlive: true,
    // A pooler refuses connections that come with settings of their own; the role has them (docs/operations.md).
    ...(pooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS, idle_in_transaction_session_timeout: 10_000 }),
  };
  const pool = new Pool(settings);
  // A connection lost while idle is replaced by the pool; the next query reports a server that stays away.
  pool.on('error', () => {});
  pool.on('connect', (connection) => {
    // One lost in the middle of a transaction has nobody else to tell; its queries fail, and the process must not end over it.
    connection.on('error', () => {});
    watched(connection as Client, SILENCE_MS);
  });
  return pool;
}

function openReplica(url: string, max: number): Replica {
  const pool = openPool(url, max, false);
  return {
    db: drizzle(pool),
    async raw<Row>(text: string, params: unknown[] = [], name?: string) {
      return (await pool.query(statementOf(text, params, name))).rows as Row[];
    },
    close: () => pool.end(),
  };
}
