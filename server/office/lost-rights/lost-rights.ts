import { eq, sql } from 'drizzle-orm';
import { type Sentence, sentence } from '#contract/sentences.ts';
import { saySentence } from '#server/engine/words/say.ts';
import { roleOf } from '#contract/policy.ts';
import { withinRole } from '#server/office/api-keys/api-keys.ts';
import { apiKeys } from '#server/office/api-keys/api-keys.sql.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { nowAndThen } from '#server/engine/jobs/now-and-then.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { writeToStaff } from '#server/office/webhooks/disabled-letter.ts';
import { disableWebhook, lookedAfter } from '#server/office/webhooks/webhooks.ts';
import { shownAddress } from '#server/office/webhooks/shown-address.ts';

const LOOK_EVERY_MS = 15_000;

type Needs = Pick<Parts, 'config' | 'database'> & { mail: Mail };

/**
 * Puts webhooks to rest whose owner may no longer look after them, and writes to the admins which, and what keys were worth
 * nothing with them. That neither is of use any more, each call and each message asks for itself; looking now and then
 * finds whoever lost their rights in whatever way.
 */
export async function tellLostRights({ config, database, mail }: Needs): Promise<void> {
  await transaction(database, async (tx) => {
    const lost = [...(await restWebhooks(tx)), ...(await noteKeys(tx))];
    if (lost.length === 0) return;
    await writeToStaff(tx, mail, (say) => ({
      subject: say('Webhooks or API keys of your shop have stopped working'),
      heading: say('Webhooks or API keys have stopped working'),
      paragraphs: [
        say('The user who set these up was removed or disabled, or has fewer permissions than before:'),
        ...lost.map((what) => saySentence(what, say.language)),
        say(
          'If another system still needs one, enable the webhook, which makes it yours, or create a key of your own.',
        ),
      ],
      action: { label: say('View the webhooks'), url: `${config.baseUrl}/dashboard/webhooks` },
      reason: say('You are receiving this e-mail because you manage the webhooks and API keys of this shop.'),
    }));
  });
}

async function restWebhooks(tx: Tx): Promise<Sentence[]> {
  const { rows } = await tx.execute<{ id: string; madeBy: string }>(sql`
    select w.id, w.made_by as "madeBy" from webhooks w
    where w.disabled_at is null and not ${sql.raw(lookedAfter('w.user_id'))} for update skip locked`);
  const said: Sentence[] = [];
  for (const { id, madeBy } of rows) {
    const because = sentence('{owner}, its owner, may no longer manage webhooks', { owner: madeBy });
    const url = await disableWebhook(tx, id, because);
    if (url !== null) said.push(sentence('The webhook {address}: {because}.', { address: shownAddress(url), because }));
  }
  return said;
}

async function noteKeys(tx: Tx): Promise<Sentence[]> {
  const rows = await tx
    .select({ key: apiKeys, role: users.role, banned: users.banned })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.userId))
    .for('update', { of: apiKeys, skipLocked: true });
  const said: Sentence[] = [];
  for (const { key, role, banned } of rows) {
    const kept = role === null || banned === true ? [] : withinRole(key.scopes, roleOf(role));
    const gone = key.scopes.filter((scope) => !kept.includes(scope));
    const whole = gone.length === key.scopes.length;
    const wasTold = key.lostToldAt !== null;
    if (gone.length > 0 && !wasTold) said.push(keyLost(key, whole ? [] : gone));
    if (role === null) await tx.delete(apiKeys).where(eq(apiKeys.id, key.id));
    else if (gone.length > 0 !== wasTold)
      await tx
        .update(apiKeys)
        .set({ lostToldAt: gone.length > 0 ? sql`now()` : null })
        .where(eq(apiKeys.id, key.id));
  }
  return said;
}

/** @param scopes that it has lost; none: it works for nothing any more */
function keyLost({ name, begins, madeBy: owner }: typeof apiKeys.$inferSelect, scopes: string[]): Sentence {
  const key = { name, begins, owner };
  return scopes.length === 0
    ? sentence('The key {name} ({begins}…) of {owner}: no longer works.', key)
    : sentence('The key {name} ({begins}…) of {owner}: no longer works for {scopes}.', {
        ...key,
        scopes: scopes.join(', '),
      });
}

/** Looks now and then. */
export function tellLostRightsNowAndThen(parts: Needs & Pick<Parts, 'log'>) {
  return nowAndThen(
    LOOK_EVERY_MS,
    () => tellLostRights(parts),
    (error) => parts.log.warn({ error }, 'lost permissions could not be looked for; will try again later'),
  );
}
