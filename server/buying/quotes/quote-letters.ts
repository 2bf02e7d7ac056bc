import { perPieces } from '#contract/buying/unit-words.ts';
import { type SQL, sql } from 'drizzle-orm';
import { formatMoney } from '#contract/money.ts';
import { writtenDay } from '#contract/days.ts';
import type { NamedPrice, Quote } from '#contract/buying/quotes.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { lineRows, namedLines } from '#server/people/mail/named-lines.ts';
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

type Words = (quote: Quote, shop: Settings) => LetterText;

/** Somebody of those who buy, as staff know them. @param name without it, of who asked */
function whoBuys({ buyer, company }: Quote, name = buyer.name): string {
  const called = plainName(name);
  return company === undefined ? called : `${called} (${plainName(company)})`;
}

/** Somebody asks for a price. */
export const asked: Words = (quote) => {
  const { named, more } = namedLines(quote.wanted);
  const said = quote.messages.map(({ text }) => `They wrote: ${text}`);
  return {
    subject: `${whoBuys(quote)} requested a quote: ${quote.number}`,
    paragraphs: [`${whoBuys(quote)} requested a quote for:`, ...named.map(({ name }) => name), ...more, ...said],
    label: 'Answer the request',
  };
};

/** The shop says what it would take. */
export const offered: Words = (quote, shop) => {
  const { currency } = shop;
  const latest = quote.versions.at(-1)!;
  const money = (amount: number) => formatMoney(amount, currency);
  return {
    subject: latest.version === 1 ? `Our offer ${quote.number}` : `Our new offer ${quote.number}`,
    paragraphs: [
      `Dear ${plainName(quote.buyer.name)}, ${latest.version === 1 ? 'this is our offer' : `this is version ${latest.version} of our offer. It replaces the previous one`}:`,
    ],
    order: {
      lines: lineRows(latest.lines, latest.lines.length, (name, { unitPrice, priceUnit, price }) => [
        `${name} at ${money(unitPrice)}${perPieces(priceUnit)}`,
        money(price),
      ]),
      sums: [
        ['Delivery', money(latest.freight)],
        ...(latest.tax > 0 ? ([[latest.taxName ?? 'Tax', money(latest.tax)]] satisfies [string, string][]) : []),
        ['Total', money(latest.price)],
      ],
    },
    afterwards: [
      `You can accept it until ${writtenDay(latest.validUntil)}.`,
      ...(latest.note === '' ? [] : [latest.note]),
    ],
    own: ownWords(shop, 'quote', {
      name: quote.buyer.name,
      company: quote.company ?? '',
      quoteNumber: quote.number,
      total: money(latest.price),
      validUntil: writtenDay(latest.validUntil),
    }),
    label: 'View the offer',
  };
};

/** An offer is over in two days. */
export const endsSoon: Words = (quote, { currency }) => {
  const latest = quote.versions.at(-1)!;
  return {
    subject: `Our offer ${quote.number} is valid until ${writtenDay(latest.validUntil)}`,
    paragraphs: [
      `Dear ${plainName(quote.buyer.name)}, our offer of ${formatMoney(latest.price, currency)} can be accepted until ${writtenDay(latest.validUntil)}.`,
      'If you need more time, ask us on its page.',
    ],
    label: 'View the offer',
  };
};

/** The shop takes it back, or offers nothing. */
export const withdrawn: Words = (quote) => ({
  subject: quote.versionCount === 0 ? `Your request ${quote.number}` : `Our offer ${quote.number} was withdrawn`,
  paragraphs: [
    quote.versionCount === 0
      ? `Dear ${plainName(quote.buyer.name)}, we cannot make you an offer for your request ${quote.number}.`
      : `Dear ${plainName(quote.buyer.name)}, we had to withdraw our offer ${quote.number}. It can no longer be accepted.`,
  ],
  label: 'See why',
});

/** Its buyer wants none of it. @param by the name of who said so */
export const declined =
  (by: string): Words =>
  (quote) => {
    const does = quote.versionCount === 0 ? 'withdrew the request' : 'declined';
    const heading = `${whoBuys(quote, by)} ${does} ${quote.number}`;
    return {
      subject: heading,
      paragraphs: [`${heading}.`, ...(quote.reason ? [`They wrote: ${quote.reason}`] : [])],
      label: 'View the quote',
    };
  };

/** Its buyer wants it after all. @param by the name of who said so */
export const takenBack =
  (by: string): Words =>
  (quote) => {
    const subject = `${whoBuys(quote, by)} reopened ${quote.number}`;
    return {
      subject,
      paragraphs: [`${subject}, which they had declined. It is as it was before.`],
      label: 'View the quote',
    };
  };

/** Its buyer has ordered. @param by the name of who did */
export const accepted =
  (by: string): Words =>
  (quote, { currency }) => ({
    subject: `${whoBuys(quote, by)} accepted ${quote.number}`,
    paragraphs: [
      `${whoBuys(quote, by)} accepted the offer of ${formatMoney(quote.versions.at(-1)!.price, currency)}. The order is placed.`,
    ],
    label: 'View the quote',
  });

/** A letter names so many prices; the page that it leads to has all of them. */
const MOST_PRICES = 100;

/** What a buyer would pay. */
function namedPrices(prices: readonly NamedPrice[], currency: string): string[] {
  if (prices.length === 0) return [];
  const left = prices.length - MOST_PRICES;
  return [
    'They would order at these prices:',
    ...prices
      .slice(0, MOST_PRICES)
      .map(
        ({ tool, targetPrice, priceUnit }) => `${tool}: ${formatMoney(targetPrice, currency)}${perPieces(priceUnit)}`,
      ),
    ...(left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : []),
  ];
}

/** Somebody wrote a message: the latest. */
export const message: Words = (quote, { company, currency }) => {
  const latest = quote.messages.at(-1)!;
  const who = latest.by === 'shop' ? company.name : whoBuys(quote, latest.name);
  return {
    subject: `${who} wrote about ${quote.number}`,
    paragraphs: [
      `${who} wrote about ${quote.number}:`,
      ...(latest.text === '' ? [] : [latest.text]),
      ...namedPrices(latest.prices ?? [], currency),
    ],
    label: 'Read and answer',
  };
};

/**
 * Writes to who asked for it. Who has left the company that it is for learns nothing of it any more: there, its managers do.
 */
export async function tellBuyer(tx: Tx, parts: Parts, id: string, words: Words): Promise<void> {
  const { rows: readers } = await tx.execute<{ id: string; email: string }>(sql`
    select u.id, u.email from quotes q join users u on u.id = q.user_id
    where q.id = ${id} and (q.company_id is null or ${stillBuysFor(sql`u.id`)})
    union all
    select u.id, u.email from quotes q
      join company_members m on m.company_id = q.company_id and m.role = 'manager' join users u on u.id = m.user_id
    where q.id = ${id} and (q.user_id is null or not ${stillBuysFor(sql`q.user_id`)})`);
  await write(tx, parts, id, words, readers, 'order', 'You or your company asked for this offer.');
}

/** Whether somebody is of the company of `quotes q`. */
function stillBuysFor(userId: SQL): SQL {
  return sql`exists (select from company_members own where own.company_id = q.company_id and own.user_id = ${userId})`;
}

/** Writes to those of the staff who answer quotes. @param by the id of who has done it */
export async function tellShop(tx: Tx, parts: Parts, id: string, words: Words, by: string): Promise<void> {
  await write(tx, parts, id, words, await staffWho(tx, 'quotes'), 'quote', 'You answer quotes for the shop.', by);
}

/** Comes once instead of more letters in a day than one buyer has, or all have. */
function tooMany(quote: Quote, shop: Settings, url: string): LetterParts {
  return {
    from: shop.company.name,
    heading: 'Too many messages about quotes today',
    paragraphs: [
      `There is something new about ${quote.number} of ${whoBuys(quote)}. This buyer, or all buyers together, wrote so often within a day that you will get no more e-mails about it for now. You can find everything under Quotes.`,
    ],
    action: { label: 'View all quotes', url },
    reason: 'You answer quotes for the shop.',
  };
}

async function write(
  tx: Tx,
  { config, mail }: Parts,
  id: string,
  words: Words,
  readers: { id: string; email: string }[],
  about: 'order' | 'quote',
  reason: string,
  by?: string,
): Promise<void> {
  const quote = await findQuote(tx, id);
  if (!quote || readers.length === 0) return;
  const shop = await settingsNow(tx);
  const { subject, label, ...content } = words(quote, shop);
  const said: LetterParts = {
    from: shop.company.name,
    heading: subject,
    // Staff need no signature of their own.
    ...(about === 'order' ? { own: signed(shop) } : {}),
    ...content,
    action: { label, url: `${config.baseUrl}/dashboard/quotes/${id}` },
    reason,
  };
  await mail.queue(
    tx,
    ...readers.map(({ id: userId, email: to }) => {
      const written = letter({ to, userId, about, ...said });
      if (by === undefined) return written;
      const more = tooMany(quote, shop, `${config.baseUrl}/dashboard/quotes`);
      const { subject: instead, text, html } = letter({ to, about, ...more });
      return { ...written, cause: { by, instead: { subject: instead, text, html } } };
    }),
  );
}
