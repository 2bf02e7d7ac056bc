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

/** How many of them one cause has, so that one customer uses up nothing of what others have to say to the shop. */
const CAUSED_A_DAY: Partial<Record<LetterAbout, number>> = { staff: 10, quote: 20 };

/** How many letters about orders go to an address that nobody proved: it may be a stranger's. */
const ORDER_LETTERS_UNPROVED = 10;

/** How many letters of a kind an address has had in the last 24 hours. */
export function lettersToday(to: SQL, about: SQL | LetterAbout): SQL<number> {
  return sql<number>`(select count(*)::int from mails
    where mails."to" = ${to} and mails.about = ${about} and mails.created_at > now() - interval '1 day')`;
}

/**
 * What goes to their addresses today, in the order of the letters: the letter itself, or once what is sent instead of the
 * first that is too many, where it has a cause; undefined for what is not sent.
 */
export async function withRoom<T extends Pick<Letter, 'to' | 'about' | 'cause' | 'subject' | 'text' | 'html'>>(
  tx: Tx,
  letters: T[],
): Promise<(T | undefined)[]> {
  const asked = [
    letters.map(({ to }) => to),
    letters.map(({ about }) => about),
    letters.map(({ cause }) => cause?.by ?? null),
  ].map((column) => sql`${sql.param(column)}::text[]`);
  const { rows } = await tx.execute<{ sent: number; caused: number; proved: boolean }>(sql`
    select ${lettersToday(sql`asked."to"`, sql`asked.about`)} as sent,
      (select count(*)::int from mails where asked.cause is not null and mails."to" = asked."to"
        and mails.about = asked.about and mails.cause = asked.cause and mails.created_at > now() - interval '1 day') as caused,
      exists (select from users where email = asked."to" and email_verified) as proved
    from unnest(${sql.join(asked, sql`, `)}) with ordinality as asked ("to", about, cause, at)
    order by at`);
  return letters.map((letter, index) => {
    const { to, about, cause } = letter;
    const { sent = 0, caused = 0, proved = false } = rows[index] ?? {};
    const earlier = letters.slice(0, index).filter((other) => other.to === to && other.about === about);
    const ofCause = earlier.filter((other) => other.cause?.by === cause?.by).length + caused;
    const max = about === 'order' && !proved ? ORDER_LETTERS_UNPROVED : LETTERS_A_DAY[about];
    const left = max - sent - earlier.length;
    if (!cause) return left > 0 ? letter : undefined;
    const leftOfCause = (CAUSED_A_DAY[about] ?? max) - ofCause;
    // What is sent instead is a letter like the others, so that it is sent once; one more than the day's, since it says so.
    if (left > 0 && leftOfCause > 0) return letter;
    return left >= 0 && leftOfCause >= 0 ? { ...letter, ...cause.instead } : undefined;
  });
}
