import type { Database } from './client.ts';

/** How many rows are read at once. */
const PART = 500;

/** What is read in the order of a moment and an id, both SQL; `where` are the rows of the days $3 to $4. */
export interface InOrder {
  /** SQL by the name of what it gives. */
  columns: Record<string, string>;
  from: string;
  where: string;
  key: [at: string, id: string];
  /** What the first of them is, where it is no moment. */
  at?: 'date' | 'timestamptz';
}

/** Rows part by part, each from the key of the last row on, so that no part is large and none is read twice. @param more the parameters from $5 on */
export async function* rowsInOrder<Row extends object>(
  database: Pick<Database, 'raw'>,
  { columns, from, where, key: [at, id], at: type = 'timestamptz' }: InOrder,
  days: { from?: string | undefined; to?: string | undefined },
  ...more: unknown[]
): AsyncGenerator<Row[]> {
  const sql = `select array[(${at})::text, ${id}] as key, ${selected(columns)} from ${from}
    where ($1::${type} is null or (${at}, ${id}) > ($1::${type}, $2)) and ${where}
    order by ${at}, ${id} limit ${PART}`;
  let last: (string | null)[] = [null, ''];
  for (;;) {
    const rows = await database.raw<Row & { key: string[] }>(sql, [
      ...last,
      days.from ?? null,
      days.to ?? null,
      ...more,
    ]);
    if (rows.length > 0) yield rows;
    if (rows.length < PART) return;
    last = rows.at(-1)?.key ?? last;
  }
}

/** Columns as a statement selects them. */
export function selected(columns: Record<string, string>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(',\n  ');
}
