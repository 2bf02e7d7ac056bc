import type { Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import type { Caller } from '#server/identity/identity.ts';
import { auditLog } from './audit.sql.ts';

export type Deed =
  | 'tool.added'
  | 'tool.edited'
  | 'tool.price-changed'
  | 'tool.restocked'
  | 'tool.removed'
  | 'user.made-admin'
  | 'user.removed'
  | 'order.refunded';

/** Writes down who did what to whom, in the transaction of the deed. */
export async function record(
  tx: Tx,
  actor: Caller,
  action: Deed,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ id: newId(), actorId: actor.userId, actorEmail: actor.email, action, subject, details });
}

/** The same for a deed done at the command line, where nobody is signed in. */
export async function recordFromCommandLine(
  tx: Tx,
  action: Deed,
  subject: string,
  details: Record<string, unknown>,
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({ id: newId(), actorId: null, actorEmail: 'command line', action, subject, details });
}
