import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import { type Day, writtenDay } from '#contract/days.ts';
import { inCountry } from '#contract/in-country.ts';
import { formatMoney } from '#contract/money.ts';
import type { Settings } from '#contract/office/settings.ts';
import { letter } from '#server/people/mail/letter.ts';
import { lineRows } from '#server/people/mail/named-lines.ts';
import { plainLines, plainName } from '#server/people/mail/plain-name.ts';
import type { Letter } from '#server/people/mail/sender.ts';
import { type Destination, writtenDestination } from './standing-destination.ts';
import type { standingOrders } from './standing-orders.sql.ts';

type Row = typeof standingOrders.$inferSelect;

/** To whom a letter about a standing order goes, and what it is of. */
export interface StandingAbout {
  row: Pick<Row, 'listId' | 'userId' | 'every' | 'day' | 'pay'>;
  to: string;
  list: string;
  /** Empty: for the reader. */
  company: string;
  baseUrl: string;
  shop: Settings;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const PAYS = { card: 'by card', transfer: 'by bank transfer', account: 'on account' } as const;

/** Every Monday; every month on day 15. */
function rhythmOf({ every, day }: Pick<Row, 'every' | 'day'>): string {
  return every === 'week' ? `every ${WEEKDAYS[day - 1]}` : `every month on day ${day}`;
}

function pageOf({ baseUrl, row }: StandingAbout, ask: string): string {
  return `${baseUrl}/dashboard/lists/${row.listId}?standing=${ask}`;
}

const reasonOf = ({ shop }: StandingAbout) =>
  `You are receiving this e-mail because you set a standing order at ${shop.company.name}.`;

/** Says two working days before what will be ordered, and how to skip, change or stop it. */
export function announcement(about: StandingAbout, day: Day, priced: Priced, destination: Destination): Letter {
  const { row, to, list, company, shop } = about;
  const money = (amount: number) => formatMoney(amount, shop.currency);
  const wrong = priced.lines.filter(({ problem }) => problem !== null);
  const isWhole = wrong.length === 0 && priced.price !== null;
  return letter({
    to,
    about: 'order',
    userId: row.userId,
    from: shop.company.name,
    subject: `Your standing order is placed on ${writtenDay(day)}`,
    heading: `Your standing order is placed on ${writtenDay(day)}`,
    paragraphs: [
      `Your list ${plainName(list)} is ordered ${rhythmOf(row)}${company === '' ? '' : `, for ${plainName(company)}`}. You need not do anything.`,
    ],
    order: {
      lines: lineRows(
        priced.lines.map((line) => ({ ...line, tool: line.tool ?? 'No longer sold' })),
        priced.lines.length,
        (name, { price }) => [name, price === null ? '' : money(price)],
        ', all of them in the list',
      ),
      sums: isWhole
        ? [
            ['Delivery', money(priced.freight ?? 0)],
            ...((priced.surcharge ?? 0) > 0
              ? [['Surcharge', money(priced.surcharge ?? 0)] satisfies [string, string]]
              : []),
            ...((priced.tax ?? 0) > 0 ? [['Tax', money(priced.tax ?? 0)] satisfies [string, string]] : []),
            ['Total', money(priced.price ?? 0)],
          ]
        : [],
    },
    afterwards: [
      ...(wrong.length === 0
        ? []
        : [
            `As of today it could not be ordered: ${wrong
              .map(({ tool }) => plainName(tool ?? 'a tool that is no longer sold'))
              .slice(0, 5)
              .join(
                ', ',
              )}. If that is still so on the day, nothing is ordered, the standing order is paused, and we write to you.`,
          ]),
      `Deliver to: ${plainLines(inCountry(writtenDestination(destination), destination.address.country))}`,
      ...(row.pay === null ? [] : [`Paid ${PAYS[row.pay]}.`]),
      'Prices are those of today. If something costs more on the day, it is paused instead, and we write to you.',
    ],
    links: [
      { label: 'Skip this one', url: pageOf(about, 'skip') },
      { label: 'Change it', url: pageOf(about, 'change') },
      { label: 'Stop it', url: pageOf(about, 'stop') },
    ],
    reason: reasonOf(about),
  });
}

/** Says that nothing was ordered, why, and how it goes on. */
export function pausedLetter(about: StandingAbout, why: string): Letter {
  const { row, to, list, shop } = about;
  return letter({
    to,
    about: 'order',
    userId: row.userId,
    from: shop.company.name,
    heading: 'Your standing order is paused',
    paragraphs: [
      `Your list ${plainName(list)} is ordered ${rhythmOf(row)}. Nothing was ordered this time:`,
      why,
      'It is paused until you set it again. You can also order the list by hand.',
    ],
    action: { label: 'View the list', url: pageOf(about, 'change') },
    reason: reasonOf(about),
  });
}

/** Says that it was placed and waits for the company's own approval; every other order has its usual letter. */
export function waitingLetter(about: StandingAbout, { _id, number, price }: Order): Letter {
  const { row, to, list, shop, baseUrl } = about;
  return letter({
    to,
    about: 'order',
    userId: row.userId,
    from: shop.company.name,
    heading: `Standing order ${number} waits for approval`,
    paragraphs: [
      `Your list ${plainName(list)} was ordered for ${formatMoney(price, shop.currency)}. Somebody in the company has to approve it first; those who can were told.`,
    ],
    action: { label: 'View the order', url: `${baseUrl}/dashboard/orders/${_id}` },
    reason: reasonOf(about),
  });
}
