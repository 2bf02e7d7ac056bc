import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import type { schema } from './schema.ts';

type Schema = typeof schema;

/** A transaction: what rules that write are given, so that they cannot write outside one. */
export type Tx = PgTransaction<NodePgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>;

/** The database or a transaction in it: what rules that only read are given. */
export type Db = PgDatabase<NodePgQueryResultHKT, Schema>;

/** Rows of plain SQL with numbered parameters. */
export type RawQuery = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** An open PostgreSQL, in the process (PGlite) or on a server, behind one shape. */
export interface Database {
  kind: 'pglite' | 'postgres';
  db: Db;
  /** One statement outside any transaction; prepared under `name` where that is given, for the hot paths. */
  raw: <Row>(sql: string, params?: unknown[], name?: string) => Promise<Row[]>;
  /** Plain SQL in one transaction on one connection. */
  rawTransaction: <T>(work: (tx: { query: RawQuery }) => Promise<T>) => Promise<T>;
  /** Several statements at once, without parameters; for migrations. Runs on the connection of `withLock`. */
  withLock: (
    key: number,
    work: (exec: (sql: string) => Promise<void>, query: RawQuery) => Promise<void>,
  ) => Promise<void>;
  /** Tells every process that listens on the channel, this one included. */
  notify: (channel: string, payload: string) => Promise<void>;
  /** Calls back for each message; on a server it reconnects by itself and calls `onReconnect`, since messages may have been lost. */
  listen: (channel: string, onMessage: (payload: string) => void, onReconnect: () => void) => Promise<void>;
  close: () => Promise<void>;
}

export type DatabaseLocation = { url: string; maxConnections?: number } | { folder: string } | { memory: true };

/** Opens the database. The two drivers are loaded on demand, so that neither costs memory where the other serves. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  if ('url' in location) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(location.url, location.maxConnections);
  }
  const { openPglite } = await import('./pglite.ts');
  return openPglite('folder' in location ? location.folder : undefined);
}
