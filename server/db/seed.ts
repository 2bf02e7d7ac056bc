import { catalogue, generatedTool, seedReviews, type CatalogueTool } from '#content/catalogue.ts';
import type { Config } from '#server/config.ts';
import { createPasswordAccount } from '#server/identity/accounts.ts';
import { reviews } from '#server/reviews/reviews.sql.ts';
import type { Database } from './client.ts';
import { newId } from './new-id.ts';

/** The demo's people; their password is `tradebench`. */
export const DEMO_PEOPLE = [
  { email: 'ada@tradebench.test', name: 'Ada Admin', role: 'admin' },
  { email: 'alice@tradebench.test', name: 'Alice Archer', role: 'user' },
  { email: 'bob@tradebench.test', name: 'Bob Baker', role: 'user' },
] as const;
export const DEMO_PASSWORD = 'tradebench';

const DAY_MS = 86_400_000;
/** Rows in one insert: far below what a statement's time limit allows. */
const BATCH = 2_000;

/** Any number, as long as all of the shop's processes agree on it. */
const SEED_LOCK = 7_421_905;

/**
 * Fills what is still empty: the catalogue and reviews, and in the demo three people; SEED_TOOLS adds generated tools.
 * Processes that start at once on a new database take turns.
 */
export async function seed(database: Database, config: Pick<Config, 'production' | 'seedTools'>): Promise<void> {
  if (config.production && config.seedTools === 0) return;
  await database.withLock(SEED_LOCK, () => fill(database, config));
}

async function fill(database: Database, config: Pick<Config, 'production' | 'seedTools'>): Promise<void> {
  if (!config.production) await seedPeople(database);
  const [tool] = await database.raw<{ count: number }>('select count(*)::int as count from tools');
  if (tool?.count === 0 && !config.production) {
    await addTools(database, catalogue);
    await seedReviewList(database);
  }
  if (config.seedTools > 0) await seedGenerated(database, config.seedTools);
}

async function seedPeople(database: Database): Promise<void> {
  const [people] = await database.raw<{ count: number }>('select count(*)::int as count from users');
  if (people?.count !== 0) return;
  for (const person of DEMO_PEOPLE) await createPasswordAccount(database, { ...person, password: DEMO_PASSWORD });
}

async function seedReviewList(database: Database): Promise<void> {
  await database.db.insert(reviews).values(
    seedReviews.map(({ name, review, rating, daysAgo, image }) => ({
      id: newId(),
      name,
      review,
      rating,
      image: image ?? null,
      createdAt: new Date(Date.now() - daysAgo * DAY_MS),
    })),
  );
}

/** Tops the catalogue up to `wanted` generated tools; going on where an earlier start left off. */
async function seedGenerated(database: Database, wanted: number): Promise<void> {
  const [made] = await database.raw<{ count: number }>(
    `select count(*)::int as count from tools where sku like 'GEN-%'`,
  );
  for (let from = made?.count ?? 0; from < wanted; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, wanted - from) }, (_, index) => generatedTool(from + index));
    await addTools(database, batch);
  }
  if ((made?.count ?? 0) >= wanted) return;
  for (const index of ['tools_lexemes', 'search_words_near']) {
    await database.raw('select gin_clean_pending_list($1::regclass)', [index]);
  }
  await database.raw('analyze tools');
  await database.raw('analyze search_words');
}

/** In batches as one parameter each: PostgreSQL reads a JSON text far faster than thousands of parameters. */
async function addTools(database: Database, list: CatalogueTool[]): Promise<void> {
  for (let from = 0; from < list.length; from += BATCH) {
    const batch = list.slice(from, from + BATCH).map((tool) => ({ id: newId(), ...tool }));
    await database.raw(
      `insert into tools (id, name, description, image, sku, category, price_cents, available_quantity, min_order_quantity,
         quantity_step, price_breaks, weight_grams, family)
       select id, name, description, image, sku, category, "priceCents", "availableQuantity", "minOrderQuantity",
         coalesce("quantityStep", 1), coalesce("priceBreaks", '[]'), coalesce("weightGrams", 0), family
       from json_to_recordset($1::json) as tool (id text, name text, description text, image text, sku text, category text,
         "priceCents" integer, "availableQuantity" integer, "minOrderQuantity" integer, "quantityStep" integer,
         "priceBreaks" jsonb, "weightGrams" integer, family text)`,
      [JSON.stringify(batch)],
    );
  }
}
