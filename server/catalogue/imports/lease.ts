import { and, eq, inArray, not, or, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/engine/db/client.ts';
import { imports, type ImportStep } from './imports.sql.ts';

/** An import with the step that a process does of it. */
export type RunningImport = typeof imports.$inferSelect;

/** Somebody else does it by now, or the process ends. */
export class LeaseLost extends Error {}

/** A process that has not renewed its lease for so long is gone. */
const LEASE_S = 20;
const RENEW_MS = 5_000;
const RUNNING: ImportStep[] = ['committing', 'reverting', 'undoing'];

/** Until when a process that begins now, or renews, is believed to be at it. */
export const leased = sql`now() + ${LEASE_S} * interval '1 second'`;
/** A lease that ends later than any may was given by a clock that ran ahead, and counts for nothing. */
const isLeased = sql`${imports.leaseUntil} between now() and now() + ${2 * LEASE_S} * interval '1 second'`;
const isLeft = and(
  inArray(imports.step, RUNNING),
  or(isNull(imports.runner), isNull(imports.leaseUntil), not(isLeased)),
);

/** Whose an import is while a step of it runs: by the database's clock, so that processes need not agree on the time. */
interface Lease {
  /** Takes an import that nobody is at; undefined where somebody is, or nothing is to be done. */
  take(id: string): Promise<RunningImport | undefined>;
  /** Renews the lease again and again. @returns what ends that */
  keep(id: string): () => void;
  /** Gives it back at once, for another process to go on. */
  giveBack(id: string): Promise<void>;
  /** The imports that a process left that is gone. */
  left(): Promise<string[]>;
}

/** @param me the process that takes them */
export function createLease({ db }: Database, me: string): Lease {
  const mine = (id: string) => and(eq(imports.id, id), eq(imports.runner, me));
  return {
    async take(id) {
      const [taken] = await db
        .update(imports)
        .set({ runner: me, leaseUntil: leased })
        .where(and(eq(imports.id, id), isLeft))
        .returning();
      return taken;
    },
    keep(id) {
      const renew = () => db.update(imports).set({ leaseUntil: leased }).where(mine(id));
      // Where the database is away for longer than a lease, the step finds that it is another's.
      const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref();
      return () => clearInterval(timer);
    },
    async giveBack(id) {
      await db.update(imports).set({ runner: null, leaseUntil: null }).where(mine(id));
    },
    async left() {
      const found = await db.select({ id: imports.id }).from(imports).where(isLeft);
      return found.map(({ id }) => id);
    },
  };
}
