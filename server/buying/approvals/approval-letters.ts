import { reasonSentences } from '#contract/buying/approval-reasons.ts';
import type { Standing } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import { inCountry } from '#contract/in-country.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import type { Settings } from '#contract/office/settings.ts';
import { saySentence } from '#server/engine/words/say.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import { lineRows, surchargeRow } from '#server/people/mail/named-lines.ts';
import type { Letter } from '#server/people/mail/sender.ts';

/** The letters about what waits for approval. */

/** Of the shop that writes. */
export type LetterShop = Pick<Settings, 'company' | 'currency' | 'timeZone'>;

interface Receiver {
  userId: string;
  name: string;
  email: string;
}

type Month = Omit<Standing, 'others'>;

/** Why an approver is written to: it was ordered; it changed since; nobody has decided yet; somebody leaves it to them. */
type Because = 'asked' | 'changed' | 'reminder' | { passedOnBy: string };

/** Who writes, and how: in the language of the order. */
interface Writing {
  shop: LetterShop;
  say: Words;
}

type Row = [name: string, value: string];

/** Writes about an order. */
export function writingAbout(shop: LetterShop, { language }: Pick<Order, 'language'>): Writing {
  return { shop, say: wordsOf(shop, language) };
}

/** What the month stands at without the order. */
function standingFacts({ month, costCentre }: Month, say: Words): Row[] {
  const spent = ({ sum, limit }: { sum: number; limit: number | null }) =>
    limit === null ? say.money(sum) : say('{sum} of {limit}', { sum: say.money(sum), limit: say.money(limit) });
  return [
    [say('Ordered this month'), spent(month)],
    ...(costCentre === null
      ? []
      : [[say('Cost centre {code} this month', { code: costCentre.code }), spent(costCentre)] satisfies Row]),
  ];
}

/** What was ordered, and what it comes to. */
function goodsOf(order: Order, say: Words): NonNullable<LetterParts['order']> {
  return {
    lines: lineRows(order.lines, say, order.lineCount, (name, { price }) => [name, say.money(price)]),
    sums: [
      [order.deliveryName, say.money(order.freight)],
      ...surchargeRow(order, say),
      ...(order.tax > 0 ? [[order.taxName ?? say('Tax'), say.money(order.tax)] satisfies Row] : []),
      [say('Total'), say.money(order.price)],
    ],
  };
}

function reasonsIn(order: Order, { shop, say }: Writing): string[] {
  return reasonSentences(order, shop.currency).map((reason) => saySentence(reason, say.language));
}

function askHeading(because: Because, said: { who: string; sum: string }, say: Words): string {
  if (typeof because === 'object')
    return say('{by} passed an approval on to you: {sum}, ordered by {who}', { ...said, by: because.passedOnBy });
  if (because === 'asked') return say('{who} asks you to approve {sum}', said);
  // By who ordered it, a manager or the shop.
  if (because === 'changed') return say('The order that {who} asked you to approve was changed: {sum}', said);
  return say('Still waiting for your approval: {sum}, ordered by {who}', said);
}

/** Asks an approver. @param url of the page that the link leads to, which decides nothing by being opened */
export function askLetter(
  writing: Writing,
  { to, order, standing, because, url }: { to: Receiver; order: Order; standing: Month; because: Because; url: string },
): Letter {
  const { say, shop } = writing;
  const { number, company, orderedBy } = order;
  const until = order.approval?.until ?? order.createdAt;
  return letter({
    say,
    to: to.email,
    userId: to.userId,
    about: 'order',
    goodForSeconds: Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)),
    from: shop.company.name,
    heading: askHeading(because, { who: orderedBy.name, sum: say.money(order.price) }, say),
    paragraphs: [
      say('Hello {name},', { name: to.name }),
      say('{who} ({email}) placed order {number} for {company}. It is above a limit:', {
        who: orderedBy.name,
        email: orderedBy.email,
        number,
        company,
      }),
      ...reasonsIn(order, writing),
      say('The pieces are held until {time} ({zone}). If nobody has decided by then, the order expires.', {
        time: say.time(until),
        zone: shop.timeZone,
      }),
    ],
    order: goodsOf(order, say),
    facts: [
      ...standingFacts(standing, say),
      ...(order.purchaseOrder === '' ? [] : [[say('Purchase order'), order.purchaseOrder] satisfies Row]),
      ...(order.note === '' ? [] : [[say('Note'), order.note] satisfies Row]),
      [
        say('Deliver to'),
        filledLines(order.name, inCountry(order.address, order.country, say.country)).replaceAll('\n', ', '),
      ],
    ],
    action: { label: say('Review the order'), url },
    reason: say(
      'You can approve orders for {company}. The link is yours alone: whoever has it can decide in your name.',
      { company },
    ),
  });
}

/** What there is to tell whoever ordered. */
export type BuyerNews =
  | { kind: 'waiting'; approvers: string[]; isReminder: boolean }
  | { kind: 'passed-on'; by: string; to: string }
  | { kind: 'rejected' }
  | { kind: 'expired' };

/** Tells whoever ordered what becomes of it. @param url of the order's page */
export function buyerLetter(
  writing: Writing,
  { userId, order, told, url }: { userId: string; order: Order; told: BuyerNews; url: string },
): Letter {
  const { say, shop } = writing;
  const { heading, paragraphs } = said(order, told, writing);
  return letter({
    say,
    to: order.email,
    userId,
    about: 'order',
    from: shop.company.name,
    heading,
    paragraphs: [
      say('Dear {name},', { name: order.orderedBy.name }),
      ...paragraphs,
      ...(told.kind === 'waiting' ? reasonsIn(order, writing) : []),
    ],
    order: goodsOf(order, say),
    action: { label: say('View the order'), url },
    reason: say('You are receiving this e-mail because an order for {company} was placed in your name.', {
      company: order.company,
    }),
  });
}

function said(order: Order, told: BuyerNews, { say, shop }: Writing): { heading: string; paragraphs: string[] } {
  const { number, approval } = order;
  const until = approval ? { time: say.time(approval.until), zone: shop.timeZone } : { time: '', zone: '' };
  switch (told.kind) {
    case 'waiting': {
      const facts = { number, who: named(told.approvers, say), ...until };
      return told.isReminder
        ? {
            heading: say('Order {number} is still waiting for approval', { number }),
            paragraphs: [
              say(
                'Order {number} is above a limit and needs approval by {who}, whom we have reminded. The pieces are held until {time} ({zone}); then the order expires. You do not need to pay until it is approved.',
                facts,
              ),
            ],
          }
        : {
            heading: say('Order {number} is waiting for approval', { number }),
            paragraphs: [
              say(
                'Order {number} is above a limit and needs approval by {who}, whom we have e-mailed. The pieces are held until {time} ({zone}); then the order expires. You do not need to pay until it is approved.',
                facts,
              ),
            ],
          };
    }
    case 'passed-on':
      return {
        heading: say('{to} now decides on order {number}', { to: told.to, number }),
        paragraphs: [
          say('{by} passed the approval of order {number} on to {to}. The pieces are held until {time} ({zone}).', {
            by: told.by,
            to: told.to,
            number,
            ...until,
          }),
        ],
      };
    case 'rejected':
      return {
        heading: say('Order {number} was not approved', { number }),
        paragraphs: [
          say('{who} rejected order {number}. There is nothing to pay, and the pieces are no longer held.', {
            who: approval?.decidedBy?.name ?? say('Somebody at the company'),
            number,
          }),
          ...(approval?.note === undefined ? [] : [say('They wrote: {text}', { text: approval.note })]),
        ],
      };
    case 'expired':
      return {
        heading: say('Order {number} expired', { number }),
        paragraphs: [
          say(
            'Nobody approved order {number} by {time} ({zone}). There is nothing to pay, and the pieces are no longer held.',
            { number, ...until },
          ),
        ],
      };
  }
}

/** Names as a sentence has them; of many the first few. */
function named(names: readonly string[], say: Words): string {
  const [name, ...others] = names;
  if (name === undefined) return say('somebody at the company');
  if (others.length === 0) return name;
  if (others.length === 1) return say('{name} or {other}', { name, other: others[0] ?? '' });
  return say('{name} or {others, number} others', { name, others: others.length });
}

/** Tells an approver that what they were asked for is over. */
export function expiredLetter({ say, shop }: Writing, to: Receiver, order: Order): Letter {
  const { number, company } = order;
  return letter({
    say,
    to: to.email,
    userId: to.userId,
    about: 'order',
    from: shop.company.name,
    heading: say('Nobody approved order {number} in time', { number }),
    paragraphs: [
      say('Hello {name},', { name: to.name }),
      say(
        'The order by {who} for {company} over {amount} expired before anybody approved it. If it is still needed, please place it again.',
        { who: order.orderedBy.name, company, amount: say.money(order.price) },
      ),
    ],
    reason: say('You can approve orders for {company}.', { company }),
  });
}
