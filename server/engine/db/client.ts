import type { PgDatabase, PgTransaction } from 'drizzle-orm/pg-core';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { ExtractTablesWithRelations } from 'drizzle-orm';

/** Queries name the tables that they read; the connection itself knows none. */
export type NoSchema = Record<string, never>;

/** A transaction: what rules that write are given, so that they cannot write outside one. */
export type Tx = PgTransaction<NodePgQueryResultHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>;

/** The database or a transaction in it: what rules that only read are given. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** Rows of plain SQL with numbered parameters; prepared where a `name` is given, for the hot paths. */
export type RawQuery = <Row>(sql: string, params?: unknown[], name?: string) => Promise<Row[]>;

/** How a replica stands: it is read, waits for what was written, or does not answer and is left alone. */
export type ReplicaStanding = 'even' | 'behind' | 'away';

/** What reads alone need. */
export interface Reader {
  db: Db;
  /** One statement outside any transaction. */
  raw: RawQuery;
}

/** An open PostgreSQL, in the process (PGlite) or on a server, behind one shape. */
export interface Database extends Reader {
  kind: 'pglite' | 'postgres';
  /**
   * A public read: from a replica where there is one that has every write that this process knows of. What belongs to
   * one person is read without it, so that all writers see their own writes.
   */
  read: <T>(work: (from: Reader) => Promise<T>) => Promise<T>;
  /** Tells that something was written, here or in another process. */
  wrote: () => void;
  /** How the replicas stand that public reads may go to, in the order of DATABASE_REPLICA_URLS. */
  replicas: () => ReplicaStanding[];
  /** Plain SQL in one transaction on one connection. */
  rawTransaction: <T>(work: (tx: { query: RawQuery }) => Promise<T>) => Promise<T>;
  /** Several statements at once, without parameters; for migrations. Runs on the connection of `withLock`. */
  withLock: (
    key: number,
    work: (exec: (sql: string) => Promise<void>, query: RawQuery) => Promise<void>,
  ) => Promise<void>;
  /** Tells every process that listens on the channel, this one included. */
  notify: (channel: string, payload: string) => Promise<void>;
  /**
   * Calls back for each message; on a server it reconnects by itself and calls `onGap` whenever messages may have been
   * lost. @returns what gives the connection up for another, where nothing is heard on it
   */
  listen: (channel: string, onMessage: (payload: string) => void, onGap: () => void) => Promise<() => void>;
  /** Tells who waits for the same data that this process is about to end. */
  leaving: () => void;
  close: () => Promise<void>;
}
