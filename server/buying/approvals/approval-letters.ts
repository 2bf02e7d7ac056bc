import { surchargeRow } from '#contract/buying/small-orders.ts';
import { reasonsOf } from '#contract/buying/approval-reasons.ts';
import type { Standing } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import { writtenTimeOf } from '#contract/days.ts';
import { inCountry } from '#contract/in-country.ts';
import { formatMoney } from '#contract/money.ts';
import { filledLines } from '#contract/people/address-lines.ts';
import type { Settings } from '#contract/office/settings.ts';
import { letter, type LetterParts } from '#server/people/mail/letter.ts';
import { lineRows } from '#server/people/mail/named-lines.ts';
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

/** What the month stands at without the order. */
function standingFacts({ month, costCentre }: Month, currency: string): [string, string][] {
  const of = (limit: number | null) => (limit === null ? '' : ` of ${formatMoney(limit, currency)}`);
  return [
    ['Ordered this month', `${formatMoney(month.sum, currency)}${of(month.limit)}`],
    ...(costCentre === null
      ? []
      : ([
          [
            `Cost centre ${costCentre.code} this month`,
            `${formatMoney(costCentre.sum, currency)}${of(costCentre.limit)}`,
          ],
        ] satisfies [string, string][])),
  ];
}

/** What was ordered, and what it comes to. */
function goodsOf(order: Order, currency: string): NonNullable<LetterParts['order']> {
  const money = (amount: number) => formatMoney(amount, currency);
  return {
    lines: lineRows(order.lines, order.lineCount, (name, { price }) => [name, money(price)]),
    sums: [
      [order.deliveryName, money(order.freight)],
      ...surchargeRow(order, money),
      ...(order.tax > 0 ? ([[order.taxName ?? 'Tax', money(order.tax)]] satisfies [string, string][]) : []),
      ['Total', money(order.price)],
    ],
  };
}

const HEADINGS = {
  asked: (who: string, sum: string) => `${who} asks you to approve ${sum}`,
  // By who ordered it, a manager or the shop.
  changed: (who: string, sum: string) => `The order that ${who} asked you to approve was changed: ${sum}`,
  reminder: (who: string, sum: string) => `Still waiting for your approval: ${sum}, ordered by ${who}`,
};

/** Asks an approver. @param url of the page that the link leads to, which decides nothing by being opened */
export function askLetter(
  { company, currency, timeZone }: LetterShop,
  { to, order, standing, because, url }: { to: Receiver; order: Order; standing: Month; because: Because; url: string },
): Letter {
  const sum = formatMoney(order.price, currency);
  const until = order.approval?.until ?? order.createdAt;
  const heading =
    typeof because === 'object'
      ? `${because.passedOnBy} passed an approval on to you: ${sum}, ordered by ${order.orderedBy.name}`
      : HEADINGS[because](order.orderedBy.name, sum);
  return letter({
    to: to.email,
    userId: to.userId,
    about: 'order',
    goodForSeconds: Math.max(1, Math.ceil((Date.parse(until) - Date.now()) / 1000)),
    from: company.name,
    heading,
    paragraphs: [
      `Hello ${to.name},`,
      `${order.orderedBy.name} (${order.orderedBy.email}) placed order ${order.number} for ${order.company}. It is above a limit:`,
      ...reasonsOf(order, currency),
      `The pieces are held until ${writtenTimeOf(until, timeZone)} (${timeZone}). If nobody has decided by then, the order expires.`,
    ],
    order: goodsOf(order, currency),
    facts: [
      ...standingFacts(standing, currency),
      ...(order.purchaseOrder === '' ? [] : ([['Purchase order', order.purchaseOrder]] satisfies [string, string][])),
      ...(order.note === '' ? [] : ([['Note', order.note]] satisfies [string, string][])),
      ['Deliver to', filledLines(order.name, inCountry(order.address, order.country)).replaceAll('\n', ', ')],
    ],
    action: { label: 'Review the order', url },
    reason: `You can approve orders for ${order.company}. The link is yours alone: whoever has it can decide in your name.`,
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
  { company, currency, timeZone }: LetterShop,
  { userId, order, told, url }: { userId: string; order: Order; told: BuyerNews; url: string },
): Letter {
  const { heading, paragraphs } = said(order, told, timeZone);
  return letter({
    to: order.email,
    userId,
    about: 'order',
    from: company.name,
    heading,
    paragraphs: [
      `Dear ${order.orderedBy.name},`,
      ...paragraphs,
      ...(told.kind === 'waiting' ? reasonsOf(order, currency) : []),
    ],
    order: goodsOf(order, currency),
    action: { label: 'View the order', url },
    reason: `You are receiving this e-mail because an order for ${order.company} was placed in your name.`,
  });
}

function said(order: Order, told: BuyerNews, timeZone: string): { heading: string; paragraphs: string[] } {
  const { number, approval } = order;
  const until = approval ? `${writtenTimeOf(approval.until, timeZone)} (${timeZone})` : '';
  switch (told.kind) {
    case 'waiting': {
      const who = named(told.approvers);
      return {
        heading: told.isReminder
          ? `Order ${number} is still waiting for approval`
          : `Order ${number} is waiting for approval`,
        paragraphs: [
          `Order ${number} is above a limit and needs approval by ${who}, whom we have ${told.isReminder ? 'reminded' : 'e-mailed'}. The pieces are held until ${until}; then the order expires. You do not need to pay until it is approved.`,
        ],
      };
    }
    case 'passed-on':
      return {
        heading: `${told.to} now decides on order ${number}`,
        paragraphs: [
          `${told.by} passed the approval of order ${number} on to ${told.to}. The pieces are held until ${until}.`,
        ],
      };
    case 'rejected':
      return {
        heading: `Order ${number} was not approved`,
        paragraphs: [
          `${approval?.decidedBy?.name ?? 'Somebody at the company'} rejected order ${number}. There is nothing to pay, and the pieces are no longer held.`,
          ...(approval?.note === undefined ? [] : [`They wrote: ${approval.note}`]),
        ],
      };
    case 'expired':
      return {
        heading: `Order ${number} expired`,
        paragraphs: [
          `Nobody approved order ${number} by ${until}. There is nothing to pay, and the pieces are no longer held.`,
        ],
      };
  }
}

/** Names as a sentence has them; of many the first few. */
function named(names: readonly string[]): string {
  const [first = 'somebody at the company', ...others] = names;
  if (others.length === 0) return first;
  if (others.length === 1) return `${first} or ${others[0] ?? ''}`;
  return `${first} or ${others.length} others`;
}

/** Tells an approver that what they were asked for is over. */
export function expiredLetter({ company, currency }: LetterShop, to: Receiver, order: Order): Letter {
  const heading = `Nobody approved order ${order.number} in time`;
  return letter({
    to: to.email,
    userId: to.userId,
    about: 'order',
    from: company.name,
    heading,
    paragraphs: [
      `Hello ${to.name},`,
      `The order by ${order.orderedBy.name} for ${order.company} over ${formatMoney(order.price, currency)} expired before anybody approved it. If it is still needed, please place it again.`,
    ],
    reason: `You can approve orders for ${order.company}.`,
  });
}
