import { sql } from 'drizzle-orm';
import { MAX_LINES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/** Pieces of a tool. */
export interface KeptLine {
  toolId: string;
  quantity: number;
}

/** Whose lines they are: a basket's or a list's, which its caller has locked. */
export interface Keeper {
  table: 'basket_lines' | 'named_list_lines';
  owner: 'user_id' | 'list_id';
  id: string;
  /** The refusal of more lines than one keeps. */
  full: () => AppError;
}

/**
 * Sets quantities, 0 taking a tool out; `larger` leaves a larger one that was there, and passes over tools that never were.
 * @throws AppError TOOL_NOT_FOUND at its line, what `full` makes
 */
export async function keepLines(
  tx: Tx,
  keeper: Keeper,
  lines: readonly KeptLine[],
  manner: 'set' | 'larger' = 'set',
): Promise<void> {
  const table = sql.identifier(keeper.table);
  const owner = sql.identifier(keeper.owner);
  const gone = lines.filter(({ quantity }) => quantity === 0).map(({ toolId }) => toolId);
  if (gone.length > 0) {
    await tx.execute(
      sql`delete from ${table} where ${owner} = ${keeper.id} and tool_id = any(${sql.param(gone)}::text[])`,
    );
  }
  const wanted = lines.filter(({ quantity }) => quantity > 0);
  if (wanted.length === 0) return;
  const ids = wanted.map(({ toolId }) => toolId);
  const quantity = manner === 'larger' ? sql`greatest(${table}.quantity, excluded.quantity)` : sql`excluded.quantity`;
  const written = await tx.execute<{ toolId: string }>(sql`
    insert into ${table} (${owner}, tool_id, quantity)
    select ${keeper.id}, t.id, asked.quantity
    from unnest(${sql.param(ids)}::text[], ${sql.param(wanted.map((line) => line.quantity))}::bigint[])
      with ordinality as asked (tool_id, quantity, at) join tools t on t.id = asked.tool_id order by asked.at
    on conflict (${owner}, tool_id) do update set quantity = ${quantity} returning tool_id as "toolId"`);
  // What a browser kept of a tool that never was here must not stand in the way of signing in.
  if (manner === 'set' && written.rows.length < wanted.length) {
    throw unknownTools(lines, new Set(written.rows.map(({ toolId }) => toolId)));
  }
  await requireRoom(tx, keeper);
}

/** @throws AppError what `full` makes, where more lines are kept than may be */
export async function requireRoom(tx: Tx, { table, owner, id, full }: Keeper): Promise<void> {
  const counted = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(owner)} = ${id}`,
  );
  if ((counted.rows[0]?.count ?? 0) > MAX_LINES) throw full();
}

function unknownTools(lines: readonly KeptLine[], known: ReadonlySet<string>): AppError {
  return new AppError('TOOL_NOT_FOUND', 'There is no such tool.', {
    issues: lines.flatMap(({ toolId, quantity }, index) =>
      quantity === 0 || known.has(toolId) ? [] : [{ path: `lines.${index}.toolId`, message: 'There is no such tool' }],
    ),
  });
}
