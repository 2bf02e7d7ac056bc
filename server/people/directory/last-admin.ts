import { sentence } from '#contract/sentences.ts';
import { and, eq } from 'drizzle-orm';
import { ADMIN } from '#contract/policy.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { users } from './people.sql.ts';

/**
 * Makes sure that an admin is left when `userId` stops being one. The lock on the whole set of admins makes two who
 * remove each other take turns, so that the second finds themselves the last (attacks T92).
 * @throws AppError LAST_ADMIN
 */
export async function requireAnotherAdmin(tx: Tx, userId: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, ADMIN), eq(users.banned, false)))
    .orderBy(users.id)
    .for('update');
  if (admins.some((admin) => admin.id === userId) && admins.length === 1) {
    throw new AppError('LAST_ADMIN', sentence('This is the last admin. Make somebody else an admin first.'));
  }
}
