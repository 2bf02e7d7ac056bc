import { eq, type SQL, sql } from 'drizzle-orm';
import { attributeValues } from '#server/catalogue/attributes/attributes.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import { type AttributeValue, byValue } from './value-order.ts';

/** An order by an attribute. */
interface AttributeOrder {
  key: string;
  descending: boolean;
}

/** A tool's place in it: its value, null where it has none, and its position in the shop's order. */
export interface AttributePlace {
  value: Pick<AttributeValue, 'number' | 'value'> | null;
  position: number;
}

/**
 * A part of the tools that fit, in the order of an attribute; those without a value last, equals in the shop's order.
 * @param after the place that it goes on behind
 * @returns how many fit in all, too
 */
export async function sortByAttribute(
  db: Db,
  fits: SQL | undefined,
  { key, descending }: AttributeOrder,
  { after, limit }: { after: AttributePlace | null; limit: number },
): Promise<{ places: AttributePlace[]; total: number }> {
  const known = await db.select().from(attributeValues).where(eq(attributeValues.attribute, key));
  const own = known.toSorted(byValue);
  if (descending) own.reverse();
  // A tool without a value has the last rank.
  const [rank, position] = after === null ? [-1, 0] : placeAfter(own, after, descending);
  const { rows } = await db.execute<{ total: number; rank: number | null; position: number }>(sql`
    with ranks as materialized (
      select id::text as id, rank - 1 as rank from unnest(${`{${own.map(({ id }) => id).join()}}`}::integer[])
        with ordinality as one (id, rank)
    ), listed as materialized (
      select position, value_ids from ${tools} where ${fits ?? sql`true`}
    ), ranked as (
      select position, rank from listed
        cross join lateral unnest(string_to_array(value_ids, ',')) as one (id) join ranks using (id)
    ), shown as (
      select position, coalesce(rank, ${own.length}::bigint) as rank from listed left join ranked using (position)
    ), page as (
      select * from shown where (rank, position) > (${rank}::bigint, ${position}::bigint)
      order by rank, position limit ${limit}
    )
    select total::int as total, rank::int as rank, position::float8 as position
    from (select count(*) as total from listed) as counted left join page on true order by page.rank, page.position`);
  return {
    total: rows[0]?.total ?? 0,
    places: rows.flatMap((row) =>
      row.rank === null ? [] : [{ value: own[row.rank] ?? null, position: row.position }],
    ),
  };
}

/** What the last place of an earlier page comes to now, as rank and position; its value may be one that there is no more. */
function placeAfter(
  own: readonly AttributeValue[],
  { value, position }: AttributePlace,
  descending: boolean,
): [rank: number, position: number] {
  if (value === null) return [own.length, position];
  const exact = own.findIndex((each) => each.value === value.value);
  if (exact !== -1) return [exact, position];
  const next = own.findIndex((each) => (descending ? byValue(value, each) : byValue(each, value)) > 0);
  return [(next === -1 ? own.length : next) - 1, Number.MAX_SAFE_INTEGER];
}
