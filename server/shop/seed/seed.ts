import { catalogue, seedReviews } from '#content/catalogue.ts';
import type { Config } from '#server/config.ts';
import { createPasswordAccount } from '#server/people/identity/accounts.ts';
import { reviews } from '#server/buying/reviews/reviews.sql.ts';
import type { Database, RawQuery } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { seedCompany } from './seed-company.ts';
import { seedOrders } from './seed-orders.ts';
import { addAttributes, addCategoryNames, addTools, seedGenerated } from './seed-tools.ts';

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
 * Fills what is still empty: the catalogue and reviews, and in the demo four people, three of them of one company; SEED_TOOLS adds generated tools, and
 * SEED_ORDERS a made-up history of orders.
 * Processes that start at once on a new database take turns.
 * @returns how many rows it added to what; in production nothing but generated tools
 */
export async function seed(database: Database, config: SeedConfig): Promise<SeedCounts> {
  if (config.production && config.seedTools === 0) return NOTHING;
  let added = NOTHING;
  // The lock's own connection gives no statement up for its time, which on a busy machine is more than a request has.
  await database.withLock(SEED_LOCK, async (exec, query) => {
    const before = await there(query);
    await fill({ database, exec, query }, config);
    const after = await there(query);
    added = {
      users: after.users - before.users,
      tools: after.tools - before.tools,
      reviews: after.reviews - before.reviews,
      orders: after.orders - before.orders,
    };
  });
  return added;
}

/** Rows that a seed added. */
type SeedCounts = Record<'users' | 'tools' | 'reviews' | 'orders', number>;
const NOTHING: SeedCounts = { users: 0, tools: 0, reviews: 0, orders: 0 };

async function there(query: RawQuery): Promise<SeedCounts> {
  const [row] = await query<SeedCounts>(
    `select (select count(*)::int from users) as users, (select count(*)::int from tools) as tools,
       (select count(*)::int from reviews) as reviews, (select count(*)::int from orders) as orders`,
  );
  return row ?? NOTHING;
}

/** What a seed did, in a sentence, and where a shop for customers gets its tools from. */
export function describeSeed(added: SeedCounts, { production }: Pick<Config, 'production'>): string {
  const parts = Object.entries(added).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  if (parts.length > 0) return `Added ${parts.join(', ')}.`;
  return production
    ? 'Nothing was added: a shop for customers gets no demo. Add tools in the dashboard (Add A Product, Import), or made-up ones with SEED_TOOLS=N.'
    : 'Nothing was added: the database already has data.';
}

interface SeedTarget {
  database: Database;
  exec: (sql: string) => Promise<void>;
  query: RawQuery;
}

async function fill({ database, exec, query }: SeedTarget, config: SeedConfig): Promise<void> {
  const isNewDemo = !config.production && (await seedPeople(database));
  const [tool] = await database.raw<{ count: number }>('select count(*)::int as count from tools');
  if (tool?.count === 0 && !config.production) {
    await addAttributes(query);
    await addCategoryNames(query);
    await addTools(query, catalogue);
    await seedReviewList(database);
  }
  if (isNewDemo) await seedCompany(query);
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
