import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Database } from './client.ts';
import { freshPostgres } from './database-for-tests.ts';
import { pgliteDatabase } from './pglite.ts';
import { openPostgres } from './postgres.ts';

/** One statement as the driver was given it, with how many rows it answered or touched. */
export type Statement = [sql: string, rows: number];

interface Observed {
  database: Database;
  /** What the database was asked since the last time this was called. */
  statements(): Statement[];
  /** Undoes the observing. */
  stop(): void;
}

/** A fresh database whose every statement is noted: what an answer costs, which its time only hints at. */
export async function observedDatabase(): Promise<Observed> {
  let noted: Statement[] = [];
  const note = (sql: unknown, answer: unknown) => {
    const text = typeof sql === 'string' ? sql : (sql as { text: string }).text;
    noted.push([text, rowsOf(answer)]);
  };
  // Signs of life go out beside the calls.
  const statements = () => noted.splice(0).filter(([sql]) => !sql.includes('pg_notify'));
  if (inject('postgresUrl')) {
    const { query } = Client.prototype;
    const observing = async function (this: Client, ...given: unknown[]) {
      const answer: unknown = await Reflect.apply(query, this, given);
      note(given[0], answer);
      return answer;
    };
    const spied = function (this: Client, ...given: unknown[]) {
      // The pool hands over with a callback, through this very method of a client it lent.
      return typeof given.at(-1) === 'function' ? passOn(this, given) : Reflect.apply(observing, this, given);
    };
    const passOn = (client: Client, given: unknown[]) => {
      const callback = given.pop() as (error: unknown, answer: unknown) => void;
      const noting = (error: unknown, answer: unknown) => {
        note(given[0], answer);
        callback(error, answer);
      };
      return Reflect.apply(query, client, [...given, noting]);
    };
    Object.assign(Client.prototype, { query: spied });
    const stop = () => void Object.assign(Client.prototype, { query });
    return { database: openPostgres({ url: await freshPostgres() }), statements, stop };
  }
  const dump = inject('pgliteDump');
  const engine = await PGlite.create({
    ...(dump ? { loadDataDir: new Blob([new Uint8Array(await readFile(dump))]) } : {}),
    extensions: { pg_trgm },
  });
  return { database: pgliteDatabase(observed(engine, note)), statements, stop: () => {} };
}

/** The engine, or a transaction in it, with every query noted. */
function observed<T extends object>(target: T, note: (sql: unknown, answer: unknown) => void): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'query') {
        return async (...given: unknown[]) => {
          const answer: unknown = await Reflect.apply(value, target, given);
          note(given[0], answer);
          return answer;
        };
      }
      if (name === 'transaction') {
        return (work: (tx: object) => unknown) => {
          note('begin', undefined);
          return Reflect.apply(value, target, [(tx: object) => work(observed(tx, note))]);
        };
      }
      return value.bind(target) as unknown;
    },
  });
}

function rowsOf(answer: unknown): number {
  if (typeof answer !== 'object' || answer === null) return 0;
  if ('rows' in answer && Array.isArray(answer.rows) && answer.rows.length > 0) return answer.rows.length;
  if ('rowCount' in answer) return Number(answer.rowCount ?? 0);
  return 'affectedRows' in answer ? Number(answer.affectedRows ?? 0) : 0;
}
