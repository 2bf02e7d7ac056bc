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
export function lettersToday(to: SQL, about: SQL | LetterAbout): SQL<number> {
  return sql<number>`(select count(*)::int from mails
    where mails."to" = ${to} and mails.about = ${about} and mails.created_at > now() - interval '1 day')`;
}

/** Those of the letters that may go to their addresses today, in their order. */
export async function withRoom<T extends Pick<Letter, 'to' | 'about'>>(tx: Tx, letters: T[]): Promise<T[]> {
  const { rows } = await tx.execute<{ sent: number; proved: boolean }>(sql`
    select ${lettersToday(sql`asked."to"`, sql`asked.about`)} as sent,
      exists (select from users where email = asked."to" and email_verified) as proved
    from unnest(${sql.param(letters.map(({ to }) => to))}::text[], ${sql.param(letters.map(({ about }) => about))}::text[])
      with ordinality as asked ("to", about, at)
    order by at`);
  return letters.filter(({ to, about }, index) => {
    const { sent = 0, proved = false } = rows[index] ?? {};
    const earlier = letters.slice(0, index).filter((other) => other.to === to && other.about === about);
    const max = about === 'order' && !proved ? ORDER_LETTERS_UNPROVED : LETTERS_A_DAY[about];
    return sent + earlier.length < max;
  });
}
