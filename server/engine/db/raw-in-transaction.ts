import type { RawQuery, Reader, Tx } from './client.ts';

const queries = new WeakMap<Tx, RawQuery>();

/** Says on what connection a transaction of Drizzle's is; whoever opens one says it. */
export function isOn(tx: Tx, query: RawQuery): Tx {
  queries.set(tx, query);
  return tx;
}

/** Plain SQL with numbered parameters inside a transaction, on its own connection; prepared where it has a name. */
export function rawInTransaction(tx: Tx): Pick<Reader, 'raw'> {
  const raw = queries.get(tx);
  if (!raw) throw new Error('only the transaction itself has a connection, not a savepoint in it');
  return { raw };
}
