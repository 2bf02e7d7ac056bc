import { eq, sql } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import { languageOf } from '#server/buying/companies/languages.ts';
import { wordsOf } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { namedLists } from '#server/buying/named-lists/named-lists.sql.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { pausedLetter } from './standing-letters.ts';
import { standingOrders } from './standing-orders.sql.ts';
import type { StandingParts } from './standing-parts.ts';

type Row = typeof standingOrders.$inferSelect;

const MOST_SAID = 1_000;

/** The address of whoever set a standing order. */
export async function readerOf(tx: Tx, { userId }: Pick<Row, 'userId'>): Promise<string> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email ?? '';
}

/** Orders nothing more until somebody sets it again, and writes why. @param why said in a language */
export async function pause(
  tx: Tx,
  { mail, config, settings }: Pick<StandingParts, 'mail' | 'config' | 'settings'>,
  row: Row,
  { code, why }: { code: string; why: (language: Language) => string },
): Promise<void> {
  const said = (language: Language) => [...why(language)].slice(0, MOST_SAID).join('');
  await tx
    .update(standingOrders)
    .set({
      pausedCode: code,
      // What other programs read is English.
      pausedWhy: said('en'),
      announcedFor: null,
      told: [],
      version: sql`${standingOrders.version} + 1`,
    })
    .where(eq(standingOrders.id, row.id));
  const [list] = await tx.select({ name: namedLists.name }).from(namedLists).where(eq(namedLists.id, row.listId));
  const { settings: shop } = await settings.read();
  const language = await languageOf(tx, row, shop.languages);
  const about = {
    row,
    list: list?.name ?? '',
    company: '',
    to: await readerOf(tx, row),
    baseUrl: config.baseUrl,
    shop,
    say: wordsOf(shop, language),
  };
  await mail.queue(tx, pausedLetter(about, said(language)));
}
