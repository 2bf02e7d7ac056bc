import { type SQL, sql } from 'drizzle-orm';
import { type Language, languageFor } from '#contract/languages.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
import type { NamedPrice, Quote } from '#contract/buying/quotes.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { lineRows, namedLines, pricedName, priceOf } from '#server/people/mail/named-lines.ts';
import { staffWho } from '#server/people/directory/staff.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { ownWords, signed } from '#server/people/mail/own-words.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { findQuote } from './read-quotes.ts';

/*
 * The letters about quotes. They lead to the page of the quote, where both sides answer: neither side's letter tells the
 * address of the other.
 */

interface Parts {
  config: Pick<Config, 'baseUrl'>;
  mail: Pick<Mail, 'queue'>;
}

type LetterText = Pick<LetterParts, 'paragraphs' | 'order' | 'afterwards' | 'own'> & { subject: string; label: string };

/** What a letter says of a quote, in the language of whoever reads it. */
type Telling = (quote: Quote, say: Words, shop: Settings) => LetterText;

/** Somebody of those who buy, as staff know them. @param name without it, of who asked */
function whoBuys({ buyer, company }: Quote, name = buyer.name): string {
  const called = plainName(name);
  return company === undefined ? called : `${called} (${plainName(company)})`;
}

/** Somebody asks for a price. */
export const asked: Telling = (quote, say) => {
  const { named, more } = namedLines(quote.wanted, say);
  const who = whoBuys(quote);
  return {
    subject: say('{who} requested a quote: {number}', { who, number: quote.number }),
    paragraphs: [
      say('{who} requested a quote for:', { who }),
      ...named.map(({ name }) => name),
      ...more,
      ...quote.messages.map(({ text }) => say('They wrote: {text}', { text })),
    ],
    label: say('Answer the request'),
  };
};

/** The shop says what it would take. */
export const offered: Telling = (quote, say, shop) => {
  const latest = quote.versions.at(-1)!;
  const { number } = quote;
  const name = plainName(quote.buyer.name);
  const isFirst = latest.version === 1;
  const total = say.money(latest.price);
  const validUntil = say.written(latest.validUntil);
  return {
    subject: isFirst ? say('Our offer {number}', { number }) : say('Our new offer {number}', { number }),
    paragraphs: [
      isFirst
        ? say('Dear {name}, this is our offer:', { name })
        : say('Dear {name}, this is version {version, number} of our offer. It replaces the previous one:', {
            name,
            version: latest.version,
          }),
    ],
    order: {
      lines: lineRows(latest.lines, say, latest.lines.length, (name, line) => [
        pricedName(name, line, say),
        say.money(line.price),
      ]),
      sums: [
        [say('Delivery'), say.money(latest.freight)],
        ...(latest.tax > 0
          ? ([[latest.taxName ?? say('Tax'), say.money(latest.tax)]] satisfies [string, string][])
          : []),
        [say('Total'), total],
      ],
    },
    afterwards: [
      say('You can accept it until {day}.', { day: validUntil }),
      ...(latest.note === '' ? [] : [latest.note]),
    ],
    own: ownWords(shop, 'quote', {
      name: quote.buyer.name,
      company: quote.company ?? '',
      quoteNumber: number,
      total,
      validUntil,
    }),
    label: say('View the offer'),
  };
};

/** An offer is over in two days. */
export const endsSoon: Telling = (quote, say) => {
  const latest = quote.versions.at(-1)!;
  const day = say.written(latest.validUntil);
  return {
    subject: say('Our offer {number} is valid until {day}', { number: quote.number, day }),
    paragraphs: [
      say('Dear {name}, our offer of {amount} can be accepted until {day}.', {
        name: plainName(quote.buyer.name),
        amount: say.money(latest.price),
        day,
      }),
      say('If you need more time, ask us on its page.'),
    ],
    label: say('View the offer'),
  };
};

/** The shop takes it back, or offers nothing. */
export const withdrawn: Telling = ({ number, buyer, versionCount }, say) => {
  const name = plainName(buyer.name);
  return {
    subject:
      versionCount === 0
        ? say('Your request {number}', { number })
        : say('Our offer {number} was withdrawn', { number }),
    paragraphs: [
      versionCount === 0
        ? say('Dear {name}, we cannot make you an offer for your request {number}.', { name, number })
        : say('Dear {name}, we had to withdraw our offer {number}. It can no longer be accepted.', { name, number }),
    ],
    label: say('See why'),
  };
};

/** Its buyer wants none of it. @param by the name of who said so */
export const declined =
  (by: string): Telling =>
  (quote, say) => {
    const said = { who: whoBuys(quote, by), number: quote.number };
    const heading =
      quote.versionCount === 0
        ? say('{who} withdrew the request {number}', said)
        : say('{who} declined {number}', said);
    return {
      subject: heading,
      paragraphs: [`${heading}.`, ...(quote.reason ? [say('They wrote: {text}', { text: quote.reason })] : [])],
      label: say('View the quote'),
    };
  };

/** Its buyer wants it after all. @param by the name of who said so */
export const takenBack =
  (by: string): Telling =>
  (quote, say) => {
    const said = { who: whoBuys(quote, by), number: quote.number };
    return {
      subject: say('{who} reopened {number}', said),
      paragraphs: [say('{who} reopened {number}, which they had declined. It is as it was before.', said)],
      label: say('View the quote'),
    };
  };

/** Its buyer has ordered. @param by the name of who did */
export const accepted =
  (by: string): Telling =>
  (quote, say) => {
    const who = whoBuys(quote, by);
    return {
      subject: say('{who} accepted {number}', { who, number: quote.number }),
      paragraphs: [
        say('{who} accepted the offer of {amount}. The order is placed.', {
          who,
          amount: say.money(quote.versions.at(-1)!.price),
        }),
      ],
      label: say('View the quote'),
    };
  };

/** A letter names so many prices; the page that it leads to has all of them. */
const MOST_PRICES = 100;

/** What a buyer would pay. */
function namedPrices(prices: readonly NamedPrice[], say: Words): string[] {
  if (prices.length === 0) return [];
  const left = prices.length - MOST_PRICES;
  return [
    say('They would order at these prices:'),
    ...prices
      .slice(0, MOST_PRICES)
      .map(({ tool, targetPrice, priceUnit }) => `${tool}: ${priceOf(targetPrice, priceUnit, say)}`),
    ...(left > 0 ? [say('and {left, number} more', { left })] : []),
  ];
}

/** Somebody wrote a message: the latest. */
export const message: Telling = (quote, say, { company }) => {
  const latest = quote.messages.at(-1)!;
  const said = { who: latest.by === 'shop' ? company.name : whoBuys(quote, latest.name), number: quote.number };
  return {
    subject: say('{who} wrote about {number}', said),
    paragraphs: [
      say('{who} wrote about {number}:', said),
      ...(latest.text === '' ? [] : [latest.text]),
      ...namedPrices(latest.prices ?? [], say),
    ],
    label: say('Read and answer'),
  };
};

/**
 * Writes to who asked for it, in the language of their company where it is for one, else in theirs. Who has left the company
 * that it is for learns nothing of it any more: there, its managers do.
 */
export async function tellBuyer(tx: Tx, parts: Parts, id: string, tell: Telling): Promise<void> {
  const { rows: readers } = await tx.execute<Reader>(sql`
    select u.id, u.email, coalesce(c.language, u.language) as language
    from quotes q left join companies c on c.id = q.company_id join users u on u.id = q.user_id
    where q.id = ${id} and (q.company_id is null or ${stillBuysFor(sql`u.id`)})
    union all
    select u.id, u.email, c.language from quotes q join companies c on c.id = q.company_id
      join company_members m on m.company_id = q.company_id and m.role = 'manager' join users u on u.id = m.user_id
    where q.id = ${id} and (q.user_id is null or not ${stillBuysFor(sql`q.user_id`)})`);
  await write(tx, parts, id, readers, (about) => {
    const { shop, say, quote } = about;
    const reason = say('You or your company asked for this offer.');
    return { about: 'order', own: signed(shop), ...partsOf(parts, about, tell(quote, say, shop)), reason };
  });
}

/** Whether somebody is of the company of `quotes q`. */
function stillBuysFor(userId: SQL): SQL {
  return sql`exists (select from company_members own where own.company_id = q.company_id and own.user_id = ${userId})`;
}

/** Writes to those of the staff who answer quotes, each in their language. @param by the id of who has done it */
export async function tellShop(tx: Tx, parts: Parts, id: string, tell: Telling, by: string): Promise<void> {
  await write(tx, parts, id, await staffWho(tx, 'quotes'), (about, to) => {
    const { shop, say, quote } = about;
    const reason = say('You answer quotes for the shop.');
    const { subject, text, html } = letter({ to, about: 'quote', ...tooMany(parts, about), reason });
    const cause = { by, instead: { subject, text, html } };
    return { about: 'quote', ...partsOf(parts, about, tell(quote, say, shop)), reason, cause };
  });
}

type Reader = { id: string; email: string; language: Language | null };

/** What a letter is of, and how it is said to its reader. */
interface About {
  quote: Quote;
  shop: Settings;
  say: Words;
}

/** Comes once instead of more letters in a day than one buyer has, or all have. */
function tooMany({ config }: Parts, { quote, shop, say }: About): Omit<LetterParts, 'reason'> {
  return {
    say,
    from: shop.company.name,
    heading: say('Too many messages about quotes today'),
    paragraphs: [
      say(
        'There is something new about {number} of {who}. This buyer, or all buyers together, wrote so often within a day that you will get no more e-mails about it for now. You can find everything under Quotes.',
        { number: quote.number, who: whoBuys(quote) },
      ),
    ],
    action: { label: say('View all quotes'), url: `${config.baseUrl}/dashboard/quotes` },
  };
}

function partsOf({ config }: Parts, { quote, shop, say }: About, said: LetterText): Omit<LetterParts, 'reason'> {
  const { subject: heading, label, ...content } = said;
  return {
    say,
    from: shop.company.name,
    heading,
    ...content,
    action: { label, url: `${config.baseUrl}/dashboard/quotes/${quote._id}` },
  };
}

async function write(
  tx: Tx,
  { mail }: Parts,
  id: string,
  readers: Reader[],
  contentFor: (about: About, to: string) => Omit<Parameters<typeof letter>[0], 'to' | 'userId'>,
): Promise<void> {
  const quote = await findQuote(tx, id);
  if (!quote || readers.length === 0) return;
  const shop = await settingsNow(tx);
  const letters = readers.map(({ id: userId, email: to, language }) => {
    const say = wordsOf(shop, languageFor(shop.languages, language));
    return letter({ to, userId, ...contentFor({ quote, shop, say }, to) });
  });
  await mail.queue(tx, ...letters);
}
