import { inEnglish, type Sentence, sentence } from '#contract/sentences.ts';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import {
  FORMER_SECRET_HOURS,
  MOST_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookEdit,
  type WebhookEvent,
  type WebhookWithSecret,
} from '#contract/office/webhooks.ts';
import { POLICY } from '#contract/policy.ts';
import type { Config } from '#server/config.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { seal } from '#server/people/identity/secrets.ts';
import { record } from '#server/people/audit/audit.ts';
import { whyNotOutside } from '#server/engine/outside/outside.ts';
import { shownAddress } from './shown-address.ts';
import { newSecret } from './sign.ts';
import { webhookDeliveries, webhooks } from './webhooks.sql.ts';

type WebhookConfig = Pick<Config, 'webhookHosts' | 'authSecret' | 'formerAuthSecrets'>;

/** Those that are told of events: the others belong to punch-out connections, and are looked after there. */
export const toldOfEvents = isNull(webhooks.connectionId);

function webhookNotFound(): AppError {
  return new AppError('WEBHOOK_NOT_FOUND', sentence('There is no such webhook.'));
}

/**
 * Whether whose an endpoint is may still look after it: a former admin's would go on telling them what happens.
 * @param owner the column of the statement that says whose it is
 */
export function lookedAfter(owner: string): string {
  const roles = POLICY.webhooks.map((role) => `'${role}'`).join(', ');
  return `exists (select from users owner where owner.id = ${owner} and owner.role in (${roles})
    and (not owner.banned or owner.ban_expires < now()))`;
}

/** @throws AppError VALIDATION_ERROR at `url` where webhooks do not go there */
function requireOutside(url: string, { webhookHosts }: WebhookConfig): void {
  const wrong = whyNotOutside(url, webhookHosts);
  if (wrong !== null) throw invalid('url', { text: wrong });
}

/** Every endpoint, newest first. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db
    .select()
    .from(webhooks)
    .where(toldOfEvents)
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));
  return rows.map(presentWebhook);
}

/**
 * Tells an endpoint of what happens from now on.
 * @returns it, with the secret that signs what is sent there, which nobody can read again
 * @throws AppError VALIDATION_ERROR, TOO_MANY_WEBHOOKS
 */
export async function makeWebhook(
  tx: Tx,
  config: WebhookConfig,
  actor: Caller,
  { url, events }: NewWebhook,
): Promise<WebhookWithSecret> {
  requireOutside(url, config);
  if ((await tx.$count(webhooks, toldOfEvents)) >= MOST_WEBHOOKS)
    throw new AppError(
      'TOO_MANY_WEBHOOKS',
      sentence('There are already {most, number} webhooks. Remove one that is no longer used.', {
        most: MOST_WEBHOOKS,
      }),
    );
  const secret = newSecret();
  const [made] = await tx
    .insert(webhooks)
    .values({ id: newId(), url, events, userId: actor.userId, madeBy: actor.email, secret: await seal(config, secret) })
    .returning();
  await record(tx, actor, 'webhook.made', made!.id, { url: shownAddress(url), events });
  return { ...presentWebhook(made!), secret };
}

/**
 * Changes where an endpoint is, what it is told of, or whether it is told at all.
 * @throws AppError WEBHOOK_NOT_FOUND, VALIDATION_ERROR
 */
export async function changeWebhook(
  tx: Tx,
  config: WebhookConfig,
  actor: Caller,
  id: string,
  { url, events, enabled }: WebhookEdit,
): Promise<Webhook> {
  if (url !== undefined) requireOutside(url, config);
  const [before] = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), toldOfEvents))
    .for('update');
  if (!before) throw webhookNotFound();
  const [after] = await tx
    .update(webhooks)
    .set({
      url: url ?? before.url,
      events: events ?? before.events,
      // Who brings one back looks after it from then on.
      ...(enabled === true
        ? { disabledAt: null, disabledBecause: null, failingSince: null, userId: actor.userId, madeBy: actor.email }
        : {}),
      ...(enabled === false && before.disabledAt === null ? { disabledAt: sql`now()` } : {}),
    })
    .where(eq(webhooks.id, id))
    .returning();
  const shown = presentWebhook(after!);
  await record(tx, actor, 'webhook.changed', id, {
    url: shownAddress(shown.url),
    events: shown.events,
    enabled: shown.enabled,
  });
  return shown;
}

/** Tells an endpoint no more; what was sent there is forgotten. @throws AppError WEBHOOK_NOT_FOUND */
export async function removeWebhook(tx: Tx, actor: Caller, id: string): Promise<void> {
  const [removed] = await tx
    .delete(webhooks)
    .where(and(eq(webhooks.id, id), toldOfEvents))
    .returning({ url: webhooks.url });
  if (!removed) throw webhookNotFound();
  await record(tx, actor, 'webhook.removed', id, { url: shownAddress(removed.url) });
}

/**
 * Makes a new secret; the one before signs along for a day, so that the receiver can change over without losing anything.
 * @throws AppError WEBHOOK_NOT_FOUND
 */
export async function renewWebhookSecret(
  tx: Tx,
  config: WebhookConfig,
  actor: Caller,
  id: string,
): Promise<WebhookWithSecret> {
  const secret = newSecret();
  const [renewed] = await tx
    .update(webhooks)
    .set({
      formerSecret: webhooks.secret,
      formerUntil: sql`now() + make_interval(hours => ${FORMER_SECRET_HOURS})`,
      secret: await seal(config, secret),
    })
    .where(and(eq(webhooks.id, id), toldOfEvents))
    .returning();
  if (!renewed) throw webhookNotFound();
  await record(tx, actor, 'webhook.secret-renewed', id, { url: shownAddress(renewed.url) });
  return { ...presentWebhook(renewed), secret };
}

/**
 * Stops telling an endpoint that has taken nothing for long, or that says itself that it is gone. What it was to be told
 * stays in its list and can be sent again.
 * @returns its address, or null where it was disabled already
 */
export async function disableWebhook(tx: Tx, id: string, because: Sentence): Promise<string | null> {
  const [disabled] = await tx
    .update(webhooks)
    .set({ disabledAt: sql`now()`, disabledBecause: inEnglish(because) })
    .where(sql`${webhooks.id} = ${id} and ${webhooks.disabledAt} is null`)
    .returning({ url: webhooks.url });
  if (!disabled) return null;
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed' })
    .where(sql`${webhookDeliveries.webhookId} = ${id} and ${webhookDeliveries.state} = 'pending'`);
  return disabled.url;
}

function presentWebhook(row: typeof webhooks.$inferSelect): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events as WebhookEvent[],
    madeBy: row.madeBy,
    createdAt: row.createdAt.toISOString(),
    enabled: row.disabledAt === null,
    disabledBecause: row.disabledBecause,
    failingSince: row.failingSince?.toISOString() ?? null,
  };
}
