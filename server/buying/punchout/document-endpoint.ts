import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { NewPunchout, PunchoutDocument, PunchoutSentAgain } from '#contract/buying/punchout.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { whyNotOutside } from '#server/engine/outside/outside.ts';
import { makeDue } from '#server/office/webhooks/deliveries.ts';
import { webhookDeliveries, webhookMessages, webhooks } from '#server/office/webhooks/webhooks.sql.ts';
import { seal } from '#server/people/identity/secrets.ts';

export type DocumentConfig = Pick<Config, 'webhookHosts' | 'authSecret' | 'formerAuthSecrets'>;

/**
 * Where documents about the orders of a connection go from now on: an endpoint as webhooks have, which is sent to as they are. What
 * could not be delivered to the one before is sent again.
 * @throws AppError 400 at the field that is wrong
 */
export async function keepDocuments(
  tx: Tx,
  config: DocumentConfig,
  actor: Caller,
  { id: connectionId, kind, documents }: { id: string; kind: string; documents: NewPunchout['documents'] },
): Promise<void> {
  if (documents === null) {
    await tx.delete(webhooks).where(eq(webhooks.connectionId, connectionId));
    return;
  }
  if (kind !== 'cxml') throw invalid('documents', sentence('Documents are sent by cXML alone'));
  const { url, kinds, secret } = documents;
  const wrong = whyNotOutside(url, config.webhookHosts);
  if (wrong !== null) throw invalid('documents.url', { text: wrong });
  const [there] = await tx.select().from(webhooks).where(eq(webhooks.connectionId, connectionId)).for('update');
  if (!there && secret === undefined)
    throw invalid('documents.secret', sentence("Enter the secret by which the company's system knows the shop"));
  // It stands in what is sent: whoever only changes where to would have it sent to themselves.
  if (there && secret === undefined && new URL(there.url).origin !== new URL(url).origin)
    throw invalid(
      'documents.secret',
      sentence('Enter the secret again: it is never sent to another address by itself'),
    );
  const set = {
    url,
    events: kinds,
    userId: actor.userId,
    madeBy: actor.email,
    disabledAt: null,
    disabledBecause: null,
    failingSince: null,
    ...(secret === undefined ? {} : { secret: await seal(config, secret) }),
  };
  if (there) await tx.update(webhooks).set(set).where(eq(webhooks.id, there.id));
  else await tx.insert(webhooks).values({ id: newId(), connectionId, secret: '', ...set });
  if (there)
    await tx
      .update(webhookDeliveries)
      .set({ state: 'pending', attempts: 0, nextAttemptAt: sql`now()` })
      .where(and(eq(webhookDeliveries.webhookId, there.id), eq(webhookDeliveries.state, 'failed')));
}

export interface DocumentsShown {
  url: string | null;
  events: string[] | null;
  disabledAt: Date | null;
  disabledBecause: string | null;
}

/** As the answers of calls have it. */
export function presentDocuments({ url, events, disabledAt, disabledBecause }: DocumentsShown) {
  if (url === null) return null;
  const stopped = disabledAt === null ? null : (disabledBecause ?? 'It was stopped');
  return { url, kinds: (events ?? []) as PunchoutDocument[], stopped };
}

/**
 * Sends a document about an order of a connection once more, whatever became of it, and if need be for three days again.
 * @throws AppError DELIVERY_NOT_FOUND, WEBHOOK_DISABLED where documents are no longer sent
 */
export async function sendDocumentAgain(tx: Tx, connectionId: string, id: string): Promise<PunchoutSentAgain> {
  const [endpoint] = await tx.select().from(webhooks).where(eq(webhooks.connectionId, connectionId)).for('share');
  const messageId = await makeDue(tx, endpoint?.id ?? '', id);
  if (endpoint && endpoint.disabledAt !== null)
    throw new AppError(
      'WEBHOOK_DISABLED',
      sentence('Documents are no longer sent to this company. Save the address again: then all that waits is sent.'),
    );
  const [message] = await tx
    .select({ what: webhookMessages.type })
    .from(webhookMessages)
    .where(eq(webhookMessages.id, messageId));
  return { _id: id, what: message?.what as PunchoutDocument };
}
