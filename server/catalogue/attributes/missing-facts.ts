import { type SQL, sql } from 'drizzle-orm';
import type { MissingFacts } from '#contract/catalogue/attributes.ts';
import { ATTR } from '#contract/catalogue/facets.ts';
import type { FACTS_MISSED } from '#contract/catalogue/tools.ts';
import type { Db } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

interface Row extends Record<string, unknown> {
  category: string | null;
  tools: number;
  picture: number;
  weight: number;
  datasheet: number;
  certificate: number;
  /** How many have each attribute. */
  attributes: { key: string; name: string; count: number }[] | null;
}

/** Which tools lack what; a picture that came with the shop stands in for one. */
const LACKING: Readonly<Record<(typeof FACTS_MISSED)[number], SQL>> = {
  picture: sql`image like '/pictures/%'`,
  weight: sql`weight_grams = 0`,
  datasheet: sql`not documents @> '[{"kind": "datasheet"}]'`,
  certificate: sql`not documents @> '[{"kind": "certificate"}]'`,
  category: sql`category is null`,
};

/** Whether a tool lacks a fact, or `attr.KEY` an attribute. */
export function lacks(fact: string): SQL {
  const known = (LACKING as Readonly<Record<string, SQL>>)[fact];
  return known ?? sql`not attributes @> ${JSON.stringify([{ key: fact.slice(ATTR.length) }])}::jsonb`;
}

/**
 * What tools for sale lack, by category. An attribute is missed where other tools of the category have it.
 */
export async function listMissing(db: Db): Promise<MissingFacts[]> {
  const { rows } = await db.execute<Row>(sql`
    with listed as materialized (
      select category, image, weight_grams, documents, attributes from tools t
      where removed_at is null and ${sql.raw(onSaleNow('t.'))}
    ), said as (
      select category, a.position, jsonb_build_object('key', a.key, 'name', a.name, 'count', count(*)) as one
      from listed, jsonb_array_elements(listed.attributes) as one join attributes a on a.key = one ->> 'key'
      group by category, a.position, a.key, a.name
    )
    select category, count(*)::int as tools,
      count(*) filter (where ${LACKING.picture})::int as picture,
      count(*) filter (where ${LACKING.weight})::int as weight,
      count(*) filter (where ${LACKING.datasheet})::int as datasheet,
      count(*) filter (where ${LACKING.certificate})::int as certificate,
      (select jsonb_agg(one order by position) from said
        where said.category is not distinct from listed.category) as attributes
    from listed group by category order by category nulls last`);
  return rows.map(({ attributes, ...row }) => ({
    ...row,
    attributes: (attributes ?? []).map(({ key, name, count }) => ({ key, name, missing: row.tools - count })),
  }));
}
