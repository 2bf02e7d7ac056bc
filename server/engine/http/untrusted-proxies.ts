import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { untrustedProxies } from './untrusted-proxies.sql.ts';

/** Notes for `doctor` that somebody who is not trusted sent X-Forwarded-For; the last one is kept. */
export async function noteUntrustedProxy(db: Db, address: string): Promise<void> {
  const seen = { address, seenAt: sql`now()` };
  await db.insert(untrustedProxies).values(seen).onConflictDoUpdate({ target: untrustedProxies.onlyRow, set: seen });
}

/** Who it was, and when; null where nobody did. */
export async function lastUntrustedProxy(db: Db): Promise<{ address: string; seenAt: Date } | null> {
  const [row] = await db.select().from(untrustedProxies);
  return row ?? null;
}
