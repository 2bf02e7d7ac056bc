import { sql } from 'drizzle-orm';
import type { Reader, Tx } from './client.ts';

/** PostgreSQL's number of the type, whose values Drizzle leaves as text. */
const TIMESTAMPTZ = 1184;

/**
 * Plain SQL with numbered parameters inside a transaction, each statement behind a savepoint of its own, so that one that is
 * refused leaves the transaction as it was; without savepoints it ends the transaction.
 */
export function rawInTransaction(tx: Tx, { savepoints = true } = {}): Pick<Reader, 'raw'> & { tx: Tx } {
  return {
    tx,
    async raw<Row>(text: string, params: unknown[] = []) {
      const parts = text
        .split(/\$(\d+)/)
        .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(params[Number(part) - 1])}`));
      const statement = sql.join(parts);
      const { rows, fields } = await (savepoints
        ? tx.transaction((inner) => inner.execute(statement))
        : tx.execute(statement));
      const times = fields.filter(({ dataTypeID }) => dataTypeID === TIMESTAMPTZ).map(({ name }) => name);
      for (const row of rows) for (const name of times) if (row[name] !== null) row[name] = new Date(String(row[name]));
      // What the statement selects is known to whoever wrote it.
      return rows as Row[];
    },
  };
}
