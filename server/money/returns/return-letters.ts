import { type SQL, sql } from 'drizzle-orm';
import { type Language, languageFor } from '#contract/languages.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Return } from '#contract/money/returns.ts';
import type { Settings } from '#contract/office/settings.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { staffWho } from '#server/people/directory/staff.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import { namedLines } from '#server/people/mail/named-lines.ts';
import { ownWords, signed } from '#server/people/mail/own-words.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import type { LetterSources } from '#server/money/letters/order-letter.ts';
import { findReturnsByIds } from './read-returns.ts';
import type { Settled } from './settle-return.ts';

/*
 * The letters about returns. They lead to the page of the return, where both sides write: neither side's letter tells the address of the
 * other.
 */

type LetterText = Pick<LetterParts, 'paragraphs' | 'afterwards'> & { subject: string; label: string };
/** What a letter says of a return, in the language of whoever reads it. */
type Telling = (found: Return, say: Words, shop: Settings) => LetterText;

/** What letters name of a return. */
const namesOf = ({ number, orderNumber, buyer }: Return) => ({
  number,
  order: orderNumber,
  name: plainName(buyer.name),
});

function whoBuys({ buyer, company }: Return): string {
  const called = plainName(buyer.name);
  return company === undefined ? called : `${called} (${plainName(company)})`;
}

function piecesOf({ lines }: Return, say: Words): string[] {
  const { named, more } = namedLines(lines, say);
  return [...named.map(({ name }) => name), ...more];
}

/** To the shop: somebody reports pieces. */
export const reported: Telling = (found, say) => {
  const { number, order } = namesOf(found);
  const who = whoBuys(found);
  const wrote = (text: string) => say('They wrote: {text}', { text });
  return {
    subject: say('{who} reports something wrong with order {order}: {number}', { who, order, number }),
    paragraphs: [
      say('{who} reports these pieces of order {order}:', { who, order }),
      ...piecesOf(found, say),
      ...found.lines.flatMap(({ text }) => (text === undefined ? [] : [wrote(text)])),
      ...found.messages.map(({ text }) => wrote(text)),
    ],
    label: say('Answer the return'),
  };
};

/** To the buyer: the shop has it. */
export const received: Telling = (found, say) => {
  const { name, number, order } = namesOf(found);
  return {
    subject: say('Your return {number} of order {order}', { number, order }),
    paragraphs: [
      say('Dear {name}, we have noted what is wrong with your order {order}. Your number for it is {number}.', {
        name,
        order,
        number,
      }),
      ...piecesOf(found, say),
      say('Please keep the pieces until we answer. We will e-mail you what to do next.'),
    ],
    label: say('View the return'),
  };
};

export const agreed: Telling = (found, say) => {
  const { number } = namesOf(found);
  const { sendBack = false, instructions, fee = 0 } = found.answer ?? {};
  return {
    subject: say('We agree to your return {number}', { number }),
    paragraphs: [
      whatToDo(found, say),
      ...piecesOf(sendBack ? withoutMissing(found) : found, say),
      ...(instructions === undefined ? [] : [instructions]),
      ...(fee > 0 ? [say('We keep a fee of {fee} of the money for these pieces.', { fee: say.money(fee) })] : []),
    ],
    label: sendBack ? say('Print the return slip') : say('View the return'),
  };
};

/** What is missing cannot be sent back. */
function withoutMissing(found: Return): Return {
  return { ...found, lines: found.lines.filter(({ kind }) => kind !== 'missing') };
}

function whatToDo(found: Return, say: Words): string {
  const { name, number } = namesOf(found);
  const { sendBack = false, until } = found.answer ?? {};
  if (!sendBack)
    return say('Dear {name}, you need not send anything back. We will settle your return {number} soon.', {
      name,
      number,
    });
  return until === undefined
    ? say(
        'Dear {name}, please send the pieces back. Print the return slip from the page of your return and put it into the parcel.',
        { name },
      )
    : say(
        'Dear {name}, please send the pieces back by {day}. Print the return slip from the page of your return and put it into the parcel.',
        { name, day: say.written(until) },
      );
}

export const refused: Telling = (found, say) => {
  const { name, number, order } = namesOf(found);
  return {
    subject: say('About your return {number}', { number }),
    paragraphs: [
      say('Dear {name}, we cannot take back the pieces that you reported of your order {order}.', { name, order }),
      say('Reason: {reason}', { reason: found.reason ?? '' }),
      say('If you disagree, write to us on the page of your return.'),
    ],
    label: say('View the return'),
  };
};

export const arrived: Telling = (found, say) => {
  const { name, number } = namesOf(found);
  const expected = found.lines.filter(({ kind }) => kind !== 'missing');
  const pieces = (of: 'arrived' | 'quantity') => expected.reduce((sum, line) => sum + line[of], 0);
  const short = pieces('quantity') - pieces('arrived');
  const back = expected.reduce((sum, line) => sum + line.arrived - line.restocked - line.scrapped, 0);
  return {
    subject: say('Your return {number} has arrived', { number }),
    paragraphs: [
      say(
        'Dear {name}, {count, plural, one {# piece} other {# pieces}} of your return {number} {count, plural, one {has} other {have}} arrived.',
        { name, number, count: pieces('arrived') },
      ),
      ...(short > 0
        ? [say('{count, plural, one {# piece is} other {# pieces are}} still to come.', { count: short })]
        : []),
      ...(back > 0
        ? [
            say('{count, plural, one {# piece} other {# pieces}} cannot be taken back and will be sent to you again.', {
              count: back,
            }),
          ]
        : []),
      say('We will e-mail you when it is settled.'),
    ],
    label: say('View the return'),
  };
};

/** @param settled what of it was settled just now */
export const settledBy =
  ({ refund, replacement, feeCents }: Settled): Telling =>
  (found, say) => {
    const { name, number, order } = namesOf(found);
    const money = (cents: number) => say.money(centsToMoney(cents));
    return {
      subject:
        found.state === 'closed'
          ? say('Your return {number} is settled', { number })
          : say('Your return {number} is settled in part', { number }),
      paragraphs: [
        say('Dear {name}, we have settled your return {number} of order {order}.', { name, number, order }),
        ...(refund === null
          ? []
          : [
              say('We give you {amount} for it. A credit note follows with it.', {
                amount: money(refund.amountCents),
              }),
            ]),
        ...(feeCents > 0 ? [say('A fee of {fee} is taken off.', { fee: money(feeCents) })] : []),
        ...(replacement === null
          ? []
          : [
              say('We will send you a replacement without charge, with the order number {number}.', {
                number: replacement.number,
              }),
            ]),
      ],
      label: say('View the return'),
    };
  };

export const closed: Telling = (found, say) => {
  const { name, number } = namesOf(found);
  return {
    subject: say('Your return {number} is closed', { number }),
    paragraphs: [
      say('Dear {name}, we have closed your return {number}.', { name, number }),
      say('Reason: {reason}', { reason: found.reason ?? '' }),
    ],
    label: say('View the return'),
  };
};

/** @param by the name of who did it */
export const withdrawn =
  (by: string): Telling =>
  (found, say) => {
    const { number, order } = namesOf(found);
    const who = plainName(by);
    return {
      subject: say('{who} withdrew the return {number}', { who, number }),
      paragraphs: [say('{who} withdrew the return {number} of order {order}.', { who, number, order })],
      label: say('View the return'),
    };
  };

/** Somebody wrote a message: the latest. */
export const message: Telling = (found, say, { company }) => {
  const latest = found.messages.at(-1)!;
  const who = latest.by === 'shop' ? company.name : whoBuys(found);
  return {
    subject: say('{who} wrote about {number}', { who, number: found.number }),
    paragraphs: [say('{who} wrote about the return {number}:', { who, number: found.number }), latest.text],
    label: say('Read and answer'),
  };
};

/**
 * Writes to who reported it, or ordered where the shop did. Who has left the company that it is for learns nothing of it any more: there,
 * its managers do.
 */
export async function tellBuyer(tx: Tx, sources: LetterSources, id: string, tell: Telling): Promise<void> {
  const whose = sql`coalesce(r.asked_by, r.buyer_id)`;
  const { rows: readers } = await tx.execute<{ id: string | null; email: string; language: Language }>(sql`
    select u.id, u.email, o.language from returns r join orders o on o.id = r.order_id join users u on u.id = ${whose}
    where r.id = ${id} and (r.company_id is null or ${stillBuys(sql`u.id`)})
    union all
    select u.id, u.email, o.language from returns r join orders o on o.id = r.order_id
      join company_members m on m.company_id = r.company_id and m.role = 'manager' join users u on u.id = m.user_id
    where r.id = ${id} and (${whose} is null or not ${stillBuys(whose)})
    union all
    select null, o.email, o.language from returns r join orders o on o.id = r.order_id
    where r.id = ${id} and ${whose} is null and r.company_id is null`);
  const found = await readFor(tx, id, readers.length);
  if (!found) return;
  const shop = await settingsNow(tx);
  const own = ownWords(shop, 'return', {
    name: found.buyer.name,
    company: found.company ?? '',
    orderNumber: found.orderNumber,
    returnNumber: found.number,
  });
  const written = readers.map(({ id: userId, email: to, language }) => {
    const say = wordsOf(shop, language);
    const reason = say('You are receiving this e-mail because you ordered from {shop}.', { shop: shop.company.name });
    return letter({ to, userId, about: 'order', ...parts(sources, { shop, found, say }, tell), own, reason });
  });
  await sources.mail.queue(tx, ...written);
}

/** Writes to those of the staff who answer returns, each in their language. @param by the id of who has done it */
export async function tellShop(tx: Tx, sources: LetterSources, id: string, tell: Telling, by: string): Promise<void> {
  const readers = await staffWho(tx, 'returns');
  const found = await readFor(tx, id, readers.length);
  if (!found) return;
  const shop = await settingsNow(tx);
  const written = readers.map(({ id: userId, email: to, language }) => {
    const say = wordsOf(shop, languageFor(shop.languages, language));
    const about = { shop, found, say };
    const reason = say('You answer returns for the shop.');
    const { subject, text, html } = letter({ to, about: 'quote', ...tooMany(sources, about), reason });
    const told = letter({ to, userId, about: 'quote', ...parts(sources, about, tell), reason });
    return { ...told, cause: { by, instead: { subject, text, html } } };
  });
  await sources.mail.queue(tx, ...written);
}

/** Comes once instead of more letters in a day than one buyer has, or all have. */
function tooMany({ config }: LetterSources, { shop, found, say }: About): Omit<LetterParts, 'reason'> {
  return {
    say,
    from: shop.company.name,
    heading: say('Too many messages about returns today'),
    paragraphs: [
      say(
        'There is something new about {number} of {who}. This buyer, or all buyers together, wrote so often within a day that you will get no more e-mails about it for now. You can find everything under Returns.',
        { number: found.number, who: whoBuys(found) },
      ),
    ],
    action: { label: say('View all returns'), url: `${config.baseUrl}/dashboard/returns` },
    own: signed(shop),
  };
}

/** A return as letters name it: its buyer is who reported it, and only where the shop did, who ordered. */
async function readFor(tx: Tx, id: string, readers: number): Promise<Return | null> {
  if (readers === 0) return null;
  const [found] = await findReturnsByIds(tx, [id]);
  if (!found) return null;
  const { rows: asked } = await tx.execute<{ name: string }>(
    sql`select u.name from returns r join users u on u.id = r.asked_by where r.id = ${id}`,
  );
  const name = asked[0]?.name || found.buyer.name;
  return { ...found, buyer: { ...found.buyer, name } };
}

interface About {
  shop: Settings;
  found: Return;
  say: Words;
}

function parts({ config }: LetterSources, { shop, found, say }: About, tell: Telling): Omit<LetterParts, 'reason'> {
  const { subject: heading, label, ...content } = tell(found, say, shop);
  return {
    say,
    from: shop.company.name,
    heading,
    action: { label, url: `${config.baseUrl}/dashboard/returns/${found._id}` },
    ...content,
  };
}

/** Whether somebody is of the company of `returns r`. */
function stillBuys(userId: SQL): SQL {
  return sql`exists (select from company_members own where own.company_id = r.company_id and own.user_id = ${userId})`;
}
