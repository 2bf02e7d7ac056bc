import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Day } from '#contract/days.ts';
import { inCountry } from '#contract/in-country.ts';
import { message } from '#contract/messages.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Words } from '#server/engine/words/words.ts';
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
  say: Words;
}

const PAID = {
  card: message('Paid by card.'),
  transfer: message('Paid by bank transfer.'),
  account: message('Paid on account.'),
} satisfies Record<NonNullable<Row['pay']>, string>;

/** From Monday. */
const WEEKLY = [
  message('every Monday'),
  message('every Tuesday'),
  message('every Wednesday'),
  message('every Thursday'),
  message('every Friday'),
  message('every Saturday'),
  message('every Sunday'),
] as const;

/** Every Monday; every month on day 15. */
function rhythmOf({ row: { every, day }, say }: StandingAbout): string {
  const weekly = every === 'week' ? WEEKLY[day - 1] : undefined;
  return weekly === undefined ? say('every month on day {day, number}', { day }) : say(weekly);
}

function pageOf({ baseUrl, row }: StandingAbout, ask: string): string {
  return `${baseUrl}/dashboard/lists/${row.listId}?standing=${ask}`;
}

/** To whom each of these letters goes, from whom and why. */
function envelope({ row, to, shop, say }: StandingAbout) {
  const { name: from } = shop.company;
  const reason = say('You are receiving this e-mail because you set a standing order at {shop}.', { shop: from });
  return { say, to, about: 'order', userId: row.userId, from, reason } as const;
}

/** Says two working days before what will be ordered, and how to skip, change or stop it. */
export function announcement(about: StandingAbout, day: Day, priced: Priced, destination: Destination): Letter {
  const { row, list, company, say } = about;
  const said = { list: plainName(list), rhythm: rhythmOf(about) };
  return letter({
    ...envelope(about),
    heading: say('Your standing order is placed on {day}', { day: say.written(day) }),
    paragraphs: [
      company === ''
        ? say('Your list {list} is ordered {rhythm}. You need not do anything.', said)
        : say('Your list {list} is ordered {rhythm}, for {company}. You need not do anything.', {
            ...said,
            company: plainName(company),
          }),
    ],
    order: {
      lines: lineRows(
        priced.lines.map((line) => ({ ...line, tool: line.tool ?? say('No longer sold') })),
        say,
        priced.lines.length,
        (name, { price }) => [name, price === null ? '' : say.money(price)],
        (left) => say('and {left, number} more, all of them in the list', { left }),
      ),
      sums: sumsOf(priced, say),
    },
    afterwards: [
      ...inTheWay(priced, say),
      say('Deliver to: {address}', {
        address: plainLines(inCountry(writtenDestination(destination), destination.address.country, say.country)),
      }),
      ...(row.pay === null ? [] : [say(PAID[row.pay])]),
      say('Prices are those of today. If something costs more on the day, it is paused instead, and we write to you.'),
    ],
    links: [
      { label: say('Skip this one'), url: pageOf(about, 'skip') },
      { label: say('Change it'), url: pageOf(about, 'change') },
      { label: say('Stop it'), url: pageOf(about, 'stop') },
    ],
  });
}

/** What it comes to, where all of it can be ordered. */
function sumsOf({ lines, price, freight, surcharge, tax }: Priced, say: Words): [name: string, value: string][] {
  if (price === null || lines.some(({ problem }) => problem !== null)) return [];
  const row = (name: string, amount: number | null): [string, string][] =>
    amount === null || amount <= 0 ? [] : [[name, say.money(amount)]];
  return [
    [say('Delivery'), say.money(freight ?? 0)],
    ...row(say('Surcharge'), surcharge),
    ...row(say('Tax'), tax),
    [say('Total'), say.money(price)],
  ];
}

/** What could not be ordered today. */
function inTheWay({ lines }: Priced, say: Words): string[] {
  const wrong = lines.filter(({ problem }) => problem !== null);
  if (wrong.length === 0) return [];
  const tools = wrong
    .slice(0, 5)
    .map(({ tool }) => plainName(tool ?? say('a tool that is no longer sold')))
    .join(', ');
  return [
    say(
      'As of today it could not be ordered: {tools}. If that is still so on the day, nothing is ordered, the standing order is paused, and we write to you.',
      { tools },
    ),
  ];
}

/** Says that nothing was ordered, why, and how it goes on. */
export function pausedLetter(about: StandingAbout, why: string): Letter {
  const { list, say } = about;
  return letter({
    ...envelope(about),
    heading: say('Your standing order is paused'),
    paragraphs: [
      say('Your list {list} is ordered {rhythm}. Nothing was ordered this time:', {
        list: plainName(list),
        rhythm: rhythmOf(about),
      }),
      why,
      say('It is paused until you set it again. You can also order the list by hand.'),
    ],
    action: { label: say('View the list'), url: pageOf(about, 'change') },
  });
}

/** Says that it was placed and waits for the company's own approval; every other order has its usual letter. */
export function waitingLetter(about: StandingAbout, { _id, number, price }: Order): Letter {
  const { list, baseUrl, say } = about;
  return letter({
    ...envelope(about),
    heading: say('Standing order {number} waits for approval', { number }),
    paragraphs: [
      say(
        'Your list {list} was ordered for {amount}. Somebody in the company has to approve it first; those who can were told.',
        { list: plainName(list), amount: say.money(price) },
      ),
    ],
    action: { label: say('View the order'), url: `${baseUrl}/dashboard/orders/${_id}` },
  });
}
