import { type SQL, sql } from 'drizzle-orm';
import { writtenDay } from '#contract/days.ts';
import { centsToMoney, formatMoney } from '#contract/money.ts';
import type { Return } from '#contract/money/returns.ts';
import type { Settings } from '#contract/office/settings.ts';
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
type Words = (found: Return, shop: Settings) => LetterText;

function whoBuys({ buyer, company }: Return): string {
  const called = plainName(buyer.name);
  return company === undefined ? called : `${called} (${plainName(company)})`;
}

const dear = ({ buyer }: Return) => `Dear ${plainName(buyer.name)}`;

function piecesOf({ lines }: Return): string[] {
  const { named, more } = namedLines(lines);
  return [...named.map(({ name }) => name), ...more];
}

/** To the shop: somebody reports pieces. */
export const reported: Words = (found) => ({
  subject: `${whoBuys(found)} reports something wrong with order ${found.orderNumber}: ${found.number}`,
  paragraphs: [
    `${whoBuys(found)} reports these pieces of order ${found.orderNumber}:`,
    ...piecesOf(found),
    ...found.lines.flatMap(({ text }) => (text === undefined ? [] : [`They wrote: ${text}`])),
    ...found.messages.map(({ text }) => `They wrote: ${text}`),
  ],
  label: 'Answer the return',
});

/** To the buyer: the shop has it. */
export const received: Words = (found) => ({
  subject: `Your return ${found.number} of order ${found.orderNumber}`,
  paragraphs: [
    `${dear(found)}, we have noted what is wrong with your order ${found.orderNumber}. Your number for it is ${found.number}.`,
    ...piecesOf(found),
    'Please keep the pieces until we answer. We will e-mail you what to do next.',
  ],
  label: 'View the return',
});

export const agreed: Words = (found, { currency }) => {
  const { sendBack = false, until, instructions, fee = 0 } = found.answer ?? {};
  return {
    subject: `We agree to your return ${found.number}`,
    paragraphs: [
      sendBack
        ? `${dear(found)}, please send the pieces back${until === undefined ? '' : ` by ${writtenDay(until)}`}. Print the return slip from the page of your return and put it into the parcel.`
        : `${dear(found)}, you need not send anything back. We will settle your return ${found.number} soon.`,
      ...piecesOf(sendBack ? withoutMissing(found) : found),
      ...(instructions === undefined ? [] : [instructions]),
      ...(fee > 0 ? [`We keep a fee of ${formatMoney(fee, currency)} of the money for these pieces.`] : []),
    ],
    label: sendBack ? 'Print the return slip' : 'View the return',
  };
};

/** What is missing cannot be sent back. */
function withoutMissing(found: Return): Return {
  return { ...found, lines: found.lines.filter(({ kind }) => kind !== 'missing') };
}

export const refused: Words = (found) => ({
  subject: `About your return ${found.number}`,
  paragraphs: [
    `${dear(found)}, we cannot take back the pieces that you reported of your order ${found.orderNumber}.`,
    `Reason: ${found.reason ?? ''}`,
    'If you disagree, write to us on the page of your return.',
  ],
  label: 'View the return',
});

export const arrived: Words = (found) => {
  const expected = found.lines.filter(({ kind }) => kind !== 'missing');
  const pieces = (of: 'arrived' | 'quantity') => expected.reduce((sum, line) => sum + line[of], 0);
  const short = pieces('quantity') - pieces('arrived');
  const back = expected.reduce((sum, line) => sum + line.arrived - line.restocked - line.scrapped, 0);
  return {
    subject: `Your return ${found.number} has arrived`,
    paragraphs: [
      `${dear(found)}, ${count(pieces('arrived'))} of your return ${found.number} ${pieces('arrived') === 1 ? 'has' : 'have'} arrived.`,
      ...(short > 0 ? [`${count(short)} ${short === 1 ? 'is' : 'are'} still to come.`] : []),
      ...(back > 0 ? [`${count(back)} cannot be taken back and will be sent to you again.`] : []),
      'We will e-mail you when it is settled.',
    ],
    label: 'View the return',
  };
};

/** @param settled what of it was settled just now */
export const settledBy =
  ({ refund, replacement, feeCents }: Settled): Words =>
  (found, { currency }) => ({
    subject: `Your return ${found.number} is ${found.state === 'closed' ? 'settled' : 'settled in part'}`,
    paragraphs: [
      `${dear(found)}, we have settled your return ${found.number} of order ${found.orderNumber}.`,
      ...(refund === null
        ? []
        : [
            `We give you ${formatMoney(centsToMoney(refund.amountCents), currency)} for it. A credit note follows with it.`,
          ]),
      ...(feeCents > 0 ? [`A fee of ${formatMoney(centsToMoney(feeCents), currency)} is taken off.`] : []),
      ...(replacement === null
        ? []
        : [`We will send you a replacement without charge, with the order number ${replacement.number}.`]),
    ],
    label: 'View the return',
  });

export const closed: Words = (found) => ({
  subject: `Your return ${found.number} is closed`,
  paragraphs: [`${dear(found)}, we have closed your return ${found.number}.`, `Reason: ${found.reason ?? ''}`],
  label: 'View the return',
});

/** @param by the name of who did it */
export const withdrawn =
  (by: string): Words =>
  (found) => ({
    subject: `${plainName(by)} withdrew the return ${found.number}`,
    paragraphs: [`${plainName(by)} withdrew the return ${found.number} of order ${found.orderNumber}.`],
    label: 'View the return',
  });

/** Somebody wrote a message: the latest. */
export const message: Words = (found, { company }) => {
  const latest = found.messages.at(-1)!;
  const who = latest.by === 'shop' ? company.name : whoBuys(found);
  return {
    subject: `${who} wrote about ${found.number}`,
    paragraphs: [`${who} wrote about the return ${found.number}:`, latest.text],
    label: 'Read and answer',
  };
};

function count(pieces: number): string {
  return `${pieces.toLocaleString('en-US')} ${pieces === 1 ? 'piece' : 'pieces'}`;
}

/**
 * Writes to who reported it, or ordered where the shop did. Who has left the company that it is for learns nothing of it any more: there,
 * its managers do.
 */
export async function tellBuyer(tx: Tx, sources: LetterSources, id: string, words: Words): Promise<void> {
  const whose = sql`coalesce(r.asked_by, r.buyer_id)`;
  const { rows: readers } = await tx.execute<{ id: string | null; email: string }>(sql`
    select u.id, u.email from returns r join users u on u.id = ${whose}
    where r.id = ${id} and (r.company_id is null or ${stillBuys(sql`u.id`)})
    union all
    select u.id, u.email from returns r
      join company_members m on m.company_id = r.company_id and m.role = 'manager' join users u on u.id = m.user_id
    where r.id = ${id} and (${whose} is null or not ${stillBuys(whose)})
    union all
    select null, o.email from returns r join orders o on o.id = r.order_id
    where r.id = ${id} and ${whose} is null and r.company_id is null`);
  const found = await readFor(tx, id, readers.length);
  if (!found) return;
  const shop = await settingsNow(tx);
  const { subject, label, ...content } = words(found, shop);
  const own = ownWords(shop, 'return', {
    name: found.buyer.name,
    company: found.company ?? '',
    orderNumber: found.orderNumber,
    returnNumber: found.number,
  });
  const said = { ...parts(sources, shop, { found, subject, label }), ...content, own };
  const reason = `You are receiving this e-mail because you ordered from ${shop.company.name}.`;
  await sources.mail.queue(
    tx,
    ...readers.map(({ id: userId, email: to }) => letter({ to, userId, about: 'order', ...said, reason })),
  );
}

/** Writes to those of the staff who answer returns. @param by the id of who has done it */
export async function tellShop(tx: Tx, sources: LetterSources, id: string, words: Words, by: string): Promise<void> {
  const readers = await staffWho(tx, 'returns');
  const found = await readFor(tx, id, readers.length);
  if (!found) return;
  const shop = await settingsNow(tx);
  const { subject, label, ...content } = words(found, shop);
  const said = { ...parts(sources, shop, { found, subject, label }), ...content };
  const reason = 'You answer returns for the shop.';
  await sources.mail.queue(
    tx,
    ...readers.map(({ id: userId, email: to }) => {
      const written = letter({ to, userId, about: 'quote', ...said, reason });
      const { subject: instead, text, html } = letter({ to, about: 'quote', ...tooMany(sources, shop, found), reason });
      return { ...written, cause: { by, instead: { subject: instead, text, html } } };
    }),
  );
}

/** Comes once instead of more letters in a day than one buyer has, or all have. */
function tooMany({ config }: LetterSources, shop: Settings, found: Return): Omit<LetterParts, 'reason'> {
  return {
    from: shop.company.name,
    heading: 'Too many messages about returns today',
    paragraphs: [
      `There is something new about ${found.number} of ${whoBuys(found)}. This buyer, or all buyers together, wrote so often within a day that you will get no more e-mails about it for now. You can find everything under Returns.`,
    ],
    action: { label: 'View all returns', url: `${config.baseUrl}/dashboard/returns` },
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

function parts(
  { config }: LetterSources,
  shop: Settings,
  { found, subject, label }: { found: Return; subject: string; label: string },
) {
  return {
    from: shop.company.name,
    heading: subject,
    action: { label, url: `${config.baseUrl}/dashboard/returns/${found._id}` },
  };
}

/** Whether somebody is of the company of `returns r`. */
function stillBuys(userId: SQL): SQL {
  return sql`exists (select from company_members own where own.company_id = r.company_id and own.user_id = ${userId})`;
}
