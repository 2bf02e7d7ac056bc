import { sql } from 'drizzle-orm';
import { type Language, languageFor } from '#contract/languages.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Settings } from '#contract/office/settings.ts';
import { sayIn } from '#server/engine/words/say.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { LETTERS_A_DAY, lettersToday } from '#server/people/mail/letters-a-day.ts';
import { canBeOrderedNow } from '#server/engine/db/on-sale-now.ts';
import { nowAndThen } from '#server/engine/jobs/now-and-then.ts';

/** How long after a tool can be ordered again its letters leave, at most, in ms. */
const LOOK_EVERY_MS = 30_000;
/** Wishes in one transaction. */
const BATCH = 200;

interface AlertRow extends Record<string, unknown> {
  toolId: string;
  tool: string;
  available: number;
  minimum: number;
  userId: string;
  email: string;
  /** That the reader chose; null for none. */
  language: Language | null;
  translations: NonNullable<Tool['translations']>;
}

type Needs = Pick<Parts, 'config' | 'database'> & { mail: Mail; settings: SettingsStore };

/**
 * Writes to those who wait for tools that can be ordered again, one letter each for all of them. The wishes go in the
 * transaction that queues the letter: however many processes look, and whenever one dies, there is one. Stock comes back in
 * many ways (an edit, an order deleted or expired, an import); looking now and then cannot miss one. Whose address is not
 * proved, or has had its letters for today, goes on waiting (decision 404).
 */
export async function tellWaiting({ config, database, mail, settings }: Needs): Promise<void> {
  const shop = (await settings.read()).settings;
  for (;;) {
    const told = await transaction(database, async (tx) => {
      const { rows } = await tx.execute<AlertRow>(sql`
        with due as (
          select a.tool_id, a.user_id from stock_alerts a
            join tools t on t.id = a.tool_id join users u on u.id = a.user_id
          where t.removed_at is null and ${sql.raw(canBeOrderedNow('t.'))} and u.email_verified and not u.banned
            and ${lettersToday(sql`u.email`, 'news')} < ${LETTERS_A_DAY.news}
          order by a.user_id, a.created_at limit ${BATCH} for update of a skip locked
        ), gone as (
          delete from stock_alerts a using due where a.tool_id = due.tool_id and a.user_id = due.user_id
          returning a.tool_id, a.user_id
        )
        select t.id as "toolId", t.name as tool, t.translations, t.available_quantity as available, t.min_order_quantity as minimum,
          u.id as "userId", u.email, u.language
        from gone join tools t on t.id = gone.tool_id join users u on u.id = gone.user_id order by t.name`);
      const readers = [...new Set(rows.map(({ userId }) => userId))];
      const toldOf = readers.map((reader) => rows.filter(({ userId }) => userId === reader));
      await mail.queue(tx, ...toldOf.map((tools) => backInStockLetter(tools, config.baseUrl, shop)));
      return rows.length;
    });
    if (told < BATCH) return;
  }
}

function backInStockLetter(tools: AlertRow[], baseUrl: string, { company, languages }: Settings): Letter {
  const [first] = tools;
  if (!first) throw new TypeError('A letter is about one tool at least');
  const say = sayIn(languageFor(languages, first.language));
  const nameOf = ({ tool, translations }: AlertRow) => translations[say.language]?.name ?? tool;
  const address = ({ toolId }: AlertRow) => `${baseUrl}/products/${toolId}`;
  const stock = ({ available, minimum }: AlertRow) =>
    say(
      '{available, plural, one {# piece} other {# pieces}} in stock; the minimum order is {minimum, plural, one {# piece} other {# pieces}}',
      { available, minimum },
    );
  return letter({
    say,
    to: first.email,
    about: 'news',
    userId: first.userId,
    from: company.name,
    heading:
      tools.length === 1
        ? say('{tool} can be ordered again', { tool: nameOf(first) })
        : say('{count, number} tools can be ordered again', { count: tools.length }),
    paragraphs: [say('Hello,'), say('The stock is not reserved for you: first come, first served.')],
    facts: tools.map((tool) => [nameOf(tool), `${stock(tool)}${tools.length === 1 ? '' : `; ${address(tool)}`}`]),
    ...(tools.length === 1 ? { action: { label: say('Order now'), url: address(first) } } : {}),
    reason: say(
      'You asked us to e-mail you once when this can be ordered again. You will get no further e-mails about it.',
    ),
  });
}

/** Looks now and then. */
export function tellNowAndThen(parts: Needs & Pick<Parts, 'log'>) {
  return nowAndThen(
    LOOK_EVERY_MS,
    () => tellWaiting(parts),
    (error) => parts.log.warn({ error }, 'stock alerts could not be sent; will try again later'),
  );
}
