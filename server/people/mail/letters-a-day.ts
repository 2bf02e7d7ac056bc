import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import type { Letter, LetterAbout } from './sender.ts';

/**
 * How many letters of a kind go to one address in 24 hours, whatever causes them (decision 404). Each kind is counted by
 * itself, so that nobody's news, and no stranger who asks for links, uses up what somebody's own orders need.
 */
export const LETTERS_A_DAY: Record<LetterAbout, number> = {
  access: 60,
  security: 50,
  order: 300,
  staff: 30,
  quote: 300,
  paper: 300,
  news: 10,
};

/** How many letters about orders go to an address that nobody proved: it may be a stranger's. */
const ORDER_LETTERS_UNPROVED = 10;

/** How many letters of a kind an address has had in the last 24 hours. */
export function lettersToday(to: SQL | string, about: LetterAbout): SQL<number> {
  return sql<number>`(select count(*)::int from mails
    where mails."to" = ${to} and mails.about = ${about} and mails.created_at > now() - interval '1 day')`;
}

/** Whether one more letter may go to its address today. */
export async function hasRoom(tx: Tx, { to, about }: Pick<Letter, 'to' | 'about'>): Promise<boolean> {
  const { rows } = await tx.execute<{ sent: number; proved: boolean }>(sql`select ${lettersToday(to, about)} as sent,
    exists (select from users where email = ${to} and email_verified) as proved`);
  const max = about === 'order' && rows[0]?.proved !== true ? ORDER_LETTERS_UNPROVED : LETTERS_A_DAY[about];
  return (rows[0]?.sent ?? 0) < max;
}
