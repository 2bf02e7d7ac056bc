import { catalogue, seedReviews } from '#content/catalogue.ts';
import type { Config } from '#server/config.ts';
import { createPasswordAccount } from '#server/people/identity/accounts.ts';
import { reviews } from '#server/buying/reviews/reviews.sql.ts';
import type { Database, RawQuery } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { seedFirm } from './seed-firm.ts';
import { seedOrders } from './seed-orders.ts';
import { addAttributes, addTools, seedGenerated } from './seed-tools.ts';

type SeedConfig = Pick<Config, 'production' | 'seedTools'> & Partial<Pick<Config, 'seedOrders'>>;

/** The demo's people; their password is `tradebench`. */
export const DEMO_PEOPLE = [
  { email: 'ada@tradebench.test', name: 'Ada Admin', role: 'admin' },
  { email: 'alice@tradebench.test', name: 'Alice Archer', role: 'user' },
  { email: 'bob@tradebench.test', name: 'Bob Baker', role: 'user' },
  { email: 'carol@tradebench.test', name: 'Carol Carver', role: 'user' },
] as const;
export const DEMO_PASSWORD = 'tradebench';

const DAY_MS = 86_400_000;

/** Any number, as long as all of the shop's processes agree on it. */
const SEED_LOCK = 7_421_905;

/**
 * Fills what is still empty: the catalogue and reviews, and in the demo four people, three of them of one firm; SEED_TOOLS adds generated tools, and
 * SEED_ORDERS a made-up history of orders.
 * Processes that start at once on a new database take turns.
 */
export async function seed(database: Database, config: SeedConfig): Promise<void> {
  if (config.production && config.seedTools === 0) return;
  // The lock's own connection gives no statement up for its time, which on a busy machine is more than a request has.
  await database.withLock(SEED_LOCK, (exec, query) => fill({ database, exec, query }, config));
}

interface Filled {
  database: Database;
  exec: (sql: string) => Promise<void>;
  query: RawQuery;
}

async function fill({ database, exec, query }: Filled, config: SeedConfig): Promise<void> {
  const isNewDemo = !config.production && (await seedPeople(database));
  const [tool] = await database.raw<{ count: number }>('select count(*)::int as count from tools');
  if (tool?.count === 0 && !config.production) {
    await addAttributes(query);
    await addTools(query, catalogue);
    await seedReviewList(database);
  }
  if (isNewDemo) await seedFirm(query);
  if (config.seedTools > 0) {
    await addAttributes(query);
    await seedGenerated(exec, query, config.seedTools);
  }
  if (config.seedOrders) await seedOrders(exec, query, config.seedOrders);
}

/** @returns whether there was nobody yet */
async function seedPeople(database: Database): Promise<boolean> {
  const [people] = await database.raw<{ count: number }>('select count(*)::int as count from users');
  if (people?.count !== 0) return false;
  for (const person of DEMO_PEOPLE) await createPasswordAccount(database, { ...person, password: DEMO_PASSWORD });
  return true;
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
