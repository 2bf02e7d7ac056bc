import { sentence } from '#contract/sentences.ts';
import { sql } from 'drizzle-orm';
import { type CountUnit } from '#contract/buying/units.ts';
import { MAX_LINES, MAX_PIECES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { inPieces, requirePieces } from '#server/buying/pricing/lines-in-pieces.ts';

/** Pieces of a tool, or so many of the pack that `unit` names. */
export interface KeptLine {
  toolId: string;
  quantity: number;
  unit?: string | undefined;
}

/** Whose lines they are: a basket's or a list's, which its caller has locked. */
export interface Keeper {
  table: 'basket_lines' | 'named_list_lines' | 'punchout_lines';
  owner: 'user_id' | 'list_id' | 'visit_id';
  id: string;
  /** The refusal of more lines than one keeps. */
  full: () => AppError;
}

/**
 * Sets quantities, 0 taking a tool out; `larger` leaves a larger one that was there, and passes over tools and units that
 * never were.
 * @throws AppError TOOL_NOT_FOUND and UNKNOWN_UNIT {units} at its line, what `full` makes
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
  const wanted = (await countedInPieces(tx, lines, manner)).filter(({ quantity }) => quantity > 0);
  if (wanted.length === 0) return;
  const ids = wanted.map(({ toolId }) => toolId);
  const units = wanted.map(({ pack }) => pack?.code ?? null);
  const larger = manner === 'larger' ? sql`where excluded.quantity > ${table}.quantity` : sql``;
  const written = await tx.execute<{ toolId: string }>(sql`
    insert into ${table} (${owner}, tool_id, quantity, unit)
    select ${keeper.id}, t.id, asked.quantity, asked.unit
    from unnest(${sql.param(ids)}::text[], ${sql.param(wanted.map((line) => line.quantity))}::bigint[], ${sql.param(units)}::text[])
      with ordinality as asked (tool_id, quantity, unit, at) join tools t on t.id = asked.tool_id order by asked.at
    on conflict (${owner}, tool_id) do update set quantity = excluded.quantity, unit = excluded.unit ${larger} returning tool_id as "toolId"`);
  // What a browser kept of a tool that never was here must not stand in the way of signing in.
  if (manner === 'set' && written.rows.length < wanted.length) {
    throw unknownTools(lines, new Set(written.rows.map(({ toolId }) => toolId)));
  }
  await requireRoom(tx, keeper);
}

/** @throws AppError UNKNOWN_UNIT {units}; 400 where packs come to more pieces than one keeps */
async function countedInPieces(tx: Tx, lines: readonly KeptLine[], manner: 'set' | 'larger') {
  const ids = lines.flatMap(({ toolId, unit }) => (unit === undefined ? [] : [toolId]));
  const packs = ids.length === 0 ? new Map<string, { packs: CountUnit[] }>() : await packsOf(tx, ids);
  const passed = new Set<number>();
  const counted =
    manner === 'set' ? requirePieces(lines, packs) : inPieces(lines, packs, (_, index) => passed.add(index));
  const tooMany = counted.findIndex(({ quantity }, index) => quantity > MAX_PIECES && !passed.has(index));
  if (tooMany >= 0)
    throw invalid(`lines.${tooMany}.quantity`, sentence('A line can have at most 1,000,000,000 pieces'));
  return counted.filter((_, index) => !passed.has(index));
}

async function packsOf(tx: Tx, ids: string[]): Promise<Map<string, { packs: CountUnit[] }>> {
  const { rows } = await tx.execute<{ id: string; packs: CountUnit[] }>(
    sql`select id, packs from tools where id = any(${sql.param(ids)}::text[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws AppError what `full` makes, where more lines are kept than may be */
export async function requireRoom(tx: Tx, { table, owner, id, full }: Keeper): Promise<void> {
  const counted = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where ${sql.identifier(owner)} = ${id}`,
  );
  if ((counted.rows[0]?.count ?? 0) > MAX_LINES) throw full();
}

function unknownTools(lines: readonly KeptLine[], known: ReadonlySet<string>): AppError {
  return new AppError('TOOL_NOT_FOUND', sentence('There is no such tool.'), {
    issues: lines.flatMap(({ toolId, quantity }, index) =>
      quantity === 0 || known.has(toolId)
        ? []
        : [{ path: `lines.${index}.toolId`, message: sentence('There is no such tool') }],
    ),
  });
}
