import type { Database } from '#server/engine/db/client.ts';

/** How long it is kept that a letter was sent, and what it said. */
const KEEP_DAYS = 90;
/** How long the same is kept where nobody has an account whose letter it was: as long as letters to an address are counted. */
const KEEP_STRANGERS_DAYS = 1;
/** Rows in one statement. */
const BATCH = 1_000;

/**
 * Takes the bodies of letters whose link or code is good no more, which then need not be sent either, and removes letters
 * that were sent or given up long ago: what is not kept cannot be read by whoever gets at the database.
 */
export async function clearOldLetters(database: Database): Promise<void> {
  await database.raw(
    `update mails set text = '', html = '', good_until = null,
       failed_at = case when sent_at is null then coalesce(failed_at, now()) else failed_at end
     where good_until < now()`,
  );
  await database.raw(
    `delete from mails where id in (
       select id from mails
       where created_at < now() - make_interval(days => case when user_id is null then ${KEEP_STRANGERS_DAYS}
         else ${KEEP_DAYS} end) and (sent_at is not null or failed_at is not null)
       order by created_at limit ${BATCH})`,
  );
}
