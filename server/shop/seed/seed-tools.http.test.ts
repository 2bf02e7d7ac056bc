import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { seed } from './seed.ts';

let database: Database;
const grow = (seedTools: number) => seed(database, { production: false, seedTools });

beforeAll(async () => {
  database = await freshDatabase();
  // A few one after the other, many with the indexes made anew, and a few more.
  await grow(500);
  await grow(6_000);
  await grow(6_200);
}, 120_000);
afterAll(() => database.close());

it('a large catalogue is topped up to what was asked for, no stock number twice', async () => {
  const [tools] = await database.raw(
    `select count(*)::int as tools, count(distinct sku)::int as numbers, count(distinct position)::int as positions
     from tools where sku like 'GEN-%'`,
  );
  expect(tools).toEqual({ tools: 6_200, numbers: 6_200, positions: 6_200 });
});

it('its search words are what the triggers would have kept', async () => {
  expect(
    await database.raw(
      `select name from tools where position % 5 = 0 and lexemes <> search_lexemes(name, sku, category, description, attributes)`,
    ),
  ).toEqual([]);
  const [words] = await database.raw(`
    with taught as materialized (select distinct word, kind from tools, search_taught(lexemes, sku))
    select (select count(*)::int
      from (select * from taught except select word, kind from search_words) as one) as missing,
      (select count(*)::int from (select word, kind from search_words except select * from taught) as one) as "tooMany"`);
  expect(words).toEqual({ missing: 0, tooMany: 0 });
});

it('what its tools are is known by the ids that the trigger would have written', async () => {
  const [made] = await database.raw(`
    select count(*) filter (where value_ids <> value_ids_of(attributes))::int as other,
      count(*) filter (where attributes <> '[]' and cardinality(string_to_array(value_ids, ',')) <> jsonb_array_length(attributes))::int as "notAll",
      count(*) filter (where value_ids <> '') > 1000 as "isMany"
    from tools`);
  expect(made).toEqual({ other: 0, notAll: 0, isMany: true });
});

it('tables are left with all their indexes, keys and triggers', async () => {
  const facts = async (of: Database) => ({
    indexes: await of.raw(`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`),
    asleep: await of.raw(`select tgname from pg_trigger where tgenabled <> 'O'`),
  });
  const other = await freshDatabase();
  try {
    expect(await facts(database)).toEqual(await facts(other));
  } finally {
    await other.close();
  }
});
