import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { attributeValues } from '#server/catalogue/attributes/attributes.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { AttributeFilter } from './asked-attributes.ts';
import { hasAttribute } from './filters.ts';
import { type AttributeValue, byValue } from './value-order.ts';

/** How many tools have each value of an attribute, by its id. */
export interface CountedValues {
  /** How many tools fit all that is asked. */
  total: number;
  /** Each value that a tool of the list has, whatever is chosen, in the order in which it is shown. */
  values: AttributeValue[];
  /** Of a value, how many tools have it; counts of an attribute leave out what is chosen of it. */
  countOf(value: AttributeValue): number;
}

/** A row for each value that tools have. */
async function counted(db: Db, listed: SQL | undefined): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select value::int as id, count(*)::int as count
    from ${tools} cross join lateral unnest(string_to_array(tools.value_ids, ',')) as own (value)
    where ${listed ?? sql`true`} group by value`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** How many tools fit. */
export async function countFitting(db: Db, fits: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${tools} where ${fits ?? sql`true`}`,
  );
  return rows[0]?.total ?? 0;
}

/**
 * Counts the values of the tools of a list, by plain statements: one over the whole list, one for what fits all choices, and
 * where several attributes are chosen one for each of them.
 * @param listed which tools are listed, whatever is chosen of attributes
 */
export async function countValues(
  db: Db,
  listed: SQL | undefined,
  chosen: readonly AttributeFilter[],
): Promise<CountedValues> {
  const without = (left?: AttributeFilter) =>
    and(listed, ...chosen.filter((each) => each !== left).map((each) => hasAttribute(each)));
  const all = await counted(db, listed);
  const fitting = chosen.length === 0 ? all : await counted(db, without());
  const ofChosen = new Map<string, Map<number, number>>();
  for (const each of chosen) ofChosen.set(each.key, chosen.length === 1 ? all : await counted(db, without(each)));
  const values =
    all.size === 0
      ? []
      : await db
          .select()
          .from(attributeValues)
          .where(inArray(attributeValues.id, sql`(select unnest(${`{${[...all.keys()].join()}}`}::integer[]))`));
  return {
    total: await countFitting(db, without()),
    values: values.toSorted(byValue),
    countOf: ({ id, attribute }) => (ofChosen.get(attribute) ?? fitting).get(id) ?? 0,
  };
}
