import { type CatalogueTool, generatedTool } from '#content/catalogue.ts';
import { attributesOf, seedAttributes } from '#content/attributes.ts';
import german from '#content/catalogue.de.json' with { type: 'json' };
import type { RawQuery } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Rows in one insert: far below what a statement's time limit allows. */
const BATCH = 2_000;
/** Below this it is not worth making indexes anew, nor where what is added is little beside what is there. */
const WORTH_INDEXES = 5_000;
/** Rows in one insert where nothing but the keys is kept meanwhile. */
const LARGE_BATCH = 5_000;
/** What a catalogue is written into. */
const TABLES = ['tools', 'search_words', 'attribute_values'];

const COLUMNS = `id, name, description, image, sku, category, price_cents, available_quantity, min_order_quantity, quantity_step,
  price_breaks, weight_grams, family, attributes, translations`;
const VALUES = `id, name, description, image, sku, category, "priceCents", "availableQuantity", "minOrderQuantity",
  coalesce("quantityStep", 1), coalesce("priceBreaks", '[]'), coalesce("weightGrams", 0), family, attributes,
  coalesce(translations, '{}')`;
/** One parameter for all rows: PostgreSQL reads a JSON text far faster than thousands of parameters. */
const GIVEN = `json_to_recordset($1::json) as tool (id text, name text, description text, image text, sku text, category text,
  "priceCents" integer, "availableQuantity" integer, "minOrderQuantity" integer, "quantityStep" integer,
  "priceBreaks" jsonb,
  "weightGrams" integer, family text, attributes jsonb, translations jsonb,
  lexemes text, code text)`;

/** The attributes by which the seed's tools are told apart, where the shop has none yet. */
export async function addAttributes(query: RawQuery): Promise<void> {
  await query(
    `insert into attributes (key, position, name, kind, unit, is_facet, translations)
     select key, position, name, kind, unit, "isFacet", translations from json_to_recordset($1::json) as said
       (key text, position integer, name text, kind text, unit text, "isFacet" boolean, translations jsonb)
     on conflict do nothing`,
    [JSON.stringify(seedAttributes.map((attribute, position) => ({ ...attribute, position })))],
  );
}

/** What the seed's categories are called in other languages. */
export async function addCategoryNames(query: RawQuery): Promise<void> {
  const named = Object.entries(german.categories).map(([category, name]) => ({
    category,
    translations: { de: { name } },
  }));
  await query(
    `insert into category_names (category, translations)
     select category, translations from json_to_recordset($1::json) as said (category text, translations jsonb)
     on conflict do nothing`,
    [JSON.stringify(named)],
  );
}

/** Adds tools, each with a new id. */
export async function addTools(query: RawQuery, list: CatalogueTool[]): Promise<void> {
  for (let from = 0; from < list.length; from += BATCH) {
    const batch = list
      .slice(from, from + BATCH)
      .map((tool) => ({ id: newId(), ...tool, attributes: attributesOf(tool) }));
    await query(`insert into tools (${COLUMNS}) select ${VALUES} from ${GIVEN}`, [JSON.stringify(batch)]);
  }
}

/**
 * Tops the catalogue up to `wanted` generated tools. Few are added one after the other, going on where an earlier start left off; of many
 * the indexes are made once at the end, in one transaction, so that whoever reads tools meanwhile waits.
 * @param query on one connection, where no statement is given up for its time
 */
export async function seedGenerated(
  exec: (sql: string) => Promise<void>,
  query: RawQuery,
  wanted: number,
): Promise<void> {
  const [there] = await query<{ made: number; all: number }>(
    `select count(*) filter (where sku like 'GEN-%')::int as made, count(*)::int as all from tools`,
  );
  const made = there?.made ?? 0;
  const added = wanted - made;
  if (added <= 0) return;
  if (added >= WORTH_INDEXES && added * 4 >= (there?.all ?? 0)) {
    await addMany(exec, query, made, wanted);
  } else {
    for (let from = made; from < wanted; from += BATCH) await addTools(query, generated(from, wanted, BATCH));
    for (const index of ['tools_lexemes', 'search_words_near']) {
      await query('select gin_clean_pending_list($1::regclass)', [index]);
    }
  }
  for (const table of TABLES) await exec(`vacuum (analyze) ${table}`);
}

function generated(from: number, wanted: number, most: number): CatalogueTool[] {
  return Array.from({ length: Math.min(most, wanted - from) }, (_, index) => generatedTool(from + index));
}

async function addMany(
  exec: (sql: string) => Promise<void>,
  query: RawQuery,
  made: number,
  wanted: number,
): Promise<void> {
  const known = new Map<string, string[]>();
  const taught = { name: new Set<string>(), text: new Set<string>() };
  await exec('begin');
  try {
    await exec(`set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'`);
    await withoutIndexes({ exec, query }, TABLES, async () => {
      // They would do for each row what is done here for all of them at once.
      for (const table of TABLES) await exec(`alter table ${table} disable trigger user`);
      for (let from = made; from < wanted; from += LARGE_BATCH) {
        const batch = generated(from, wanted, LARGE_BATCH);
        await learn(query, known, batch);
        const rows = batch.map((tool) => {
          const words = wordsOf(tool, known);
          const said = namelessWordsOf(tool, known);
          for (const word of words) if (isTaught(word, tool.sku)) taught.name.add(word);
          for (const word of said) if (isTaught(word, tool.sku) && !words.includes(word)) taught.text.add(word);
          const facts = factWordsOf(tool, known);
          for (const word of facts) if (isTaught(word, tool.sku) && !words.includes(word)) taught.text.add(word);
          const code = codeOf(tool);
          return {
            id: newId(),
            ...tool,
            attributes: attributesOf(tool),
            lexemes: lexemesOf([...words, code], said, facts),
            code,
          };
        });
        const values = new Map(rows.flatMap(({ attributes }) => attributes.map((one) => [JSON.stringify(one), one])));
        await query('select learn_values($1::jsonb)', [JSON.stringify([...values.values()])]);
        await query(ADD_READ, [JSON.stringify(rows)]);
      }
      for (const [kind, words] of Object.entries(taught))
        await query(
          `insert into search_words (word, kind)
           select word, $2 from unnest($1::text[]) as word on conflict do nothing`,
          [[...words], kind],
        );
      for (const table of TABLES) await exec(`alter table ${table} enable trigger user`);
    });
    await exec('commit');
  } catch (error) {
    await exec('rollback');
    throw error;
  }
}

/** Adds tools whose words are known, and teaches their stock numbers. */
const ADD_READ = `
with given as materialized (select * from ${GIVEN}), coded as (
  insert into search_words (word, kind) select code, 'code' from given order by code on conflict do nothing
)
insert into tools (${COLUMNS}, lexemes, value_ids) select ${VALUES}, lexemes::tsvector, value_ids_of(attributes)
from given`;

/*
 * What the search reads of a generated tool, as `search_lexemes` and `search_taught` would say: what stands between commas comes
 * again in thousands of tools, and is read once. A test holds both together.
 */

const partsOf = ({ name, category }: CatalogueTool) => [...name.split(', '), category];
const sentencesOf = ({ description }: CatalogueTool) => description.split(/, |\. /);
const factsOf = (tool: CatalogueTool) => attributesOf(tool).map(({ value, unit = '' }) => `${value} ${unit}`);

async function learn(query: RawQuery, known: Map<string, string[]>, list: CatalogueTool[]): Promise<void> {
  const parts = new Set(list.flatMap((tool) => [...partsOf(tool), ...sentencesOf(tool), ...factsOf(tool)]));
  const rows = await query<{ part: string; words: string[] }>(
    `select part, search_words_of(part) as words from unnest($1::text[]) as part`,
    [[...parts].filter((part) => !known.has(part))],
  );
  for (const { part, words } of rows) known.set(part, words);
}

function wordsOf(tool: CatalogueTool, known: ReadonlyMap<string, string[]>): string[] {
  return [...partsOf(tool).flatMap((part) => known.get(part) ?? []), ...tool.sku.toLowerCase().split('-')];
}

/** The words of its description. */
function namelessWordsOf(tool: CatalogueTool, known: ReadonlyMap<string, string[]>): string[] {
  return sentencesOf(tool).flatMap((part) => known.get(part) ?? []);
}

/** Those of what it is by its attributes. */
function factWordsOf(tool: CatalogueTool, known: ReadonlyMap<string, string[]>): string[] {
  return factsOf(tool).flatMap((fact) => known.get(fact) ?? []);
}

/** As a tsvector is written. */
function lexemesOf(words: readonly string[], said: readonly string[], facts: readonly string[]): string {
  return [
    ...words.map((word) => `'${word}':1A`),
    ...said.map((word) => `'${word}':2`),
    ...facts.map((word) => `'${word}':3B`),
  ].join(' ');
}

function codeOf({ sku }: CatalogueTool): string {
  return sku.toLowerCase().replaceAll('-', '');
}

function isTaught(word: string, sku: string): boolean {
  return word.length >= 2 && (!/\d/.test(word) || !sku.toLowerCase().includes(word));
}
