import { message } from '#contract/messages.ts';
import { exactMoney } from '#contract/money.ts';
import type { AccountEntry, EntryKind, StatementQuery } from '#contract/money/account.ts';
import { filledLines, partyLines } from '#contract/people/address-lines.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Seller } from '#server/buying/order-tables/invoices.sql.ts';
import { sellerLines, vatNumber } from './paper-words.ts';
import { wordsIn } from '#server/engine/words/words.ts';
import { Sheet } from './sheet.ts';

/** What a statement is made from; sums in cents, days as YYYY-MM-DD. */
export interface StatementParts {
  company: Company;
  seller: Seller;
  currency: string;
  /** The shop's. */
  zone: string;
  days: StatementQuery;
  /** The day of today. */
  today: string;
  opening: bigint;
  lines: { entry: AccountEntry; day: string; balanceCents: bigint }[];
}

const WORDS = {
  invoice: message('Invoice'),
  payment: message('Payment'),
  payout: message('Payout'),
  'credit-note': message('Credit note'),
  fee: message('Fee'),
  discount: message('Cash discount'),
  'write-off': message('Write-off'),
  reversal: message('Reversal'),
} as const satisfies Record<EntryKind, string>;

/** The statement of a company's account: what was owed, what came to it, and what is owed. */
export async function statementPdf({
  company,
  seller,
  currency,
  zone,
  days,
  today,
  opening,
  lines,
}: StatementParts): Promise<Uint8Array<ArrayBuffer>> {
  const say = wordsIn({ language: company.language, currency, zone });
  const written = (cents: bigint) => say.money(exactMoney(cents));
  const { company: shop } = seller;
  const sheet = new Sheet({
    language: say.language,
    format: 'a4',
    title: say('Statement {number}', { number: company.number }),
    issuer: shop.name,
    at: new Date(`${today}T00:00:00Z`),
    foot: [shop.name, shop.email, shop.phone].filter((part) => part !== '').join(' · '),
  });
  sheet.text(say('Statement of account'), 0, sheet.width, { size: 20, bold: true, as: 'H1' });
  sheet.y += 6;
  const to = say.written(days.to ?? today);
  const span = days.from
    ? say('from {from} to {to}', { from: say.written(days.from), to })
    : say('to {day}', { day: to });
  sheet.text(span, 0, sheet.width, { grey: true });
  sheet.y += 10;
  const top = sheet.y;
  sheet.text(sellerLines(seller, say), 0, sheet.width / 2 - 12);
  const below = sheet.y;
  sheet.y = top;
  const address = partyLines({ name: '', company: company.name, ...company.invoiceAddress });
  sheet.text(
    filledLines(
      ...address,
      say.country(company.invoiceAddress.country),
      vatNumber(company.vatId, say),
      say('Customer number {number}', { number: company.number }),
    ),
    sheet.width / 2,
    sheet.width,
  );
  sheet.y = Math.max(below, sheet.y) + 14;
  const closing = lines.at(-1)?.balanceCents ?? opening;
  await sheet.table(
    [
      { head: say('Date'), from: 0, to: 0.14 },
      { head: say('What'), from: 0.14, to: 0.27 },
      { head: say('Number or reference'), from: 0.27, to: 0.54 },
      { head: say('Due'), from: 0.55, to: 0.68 },
      { head: say('Amount'), from: 0.68, to: 0.84, align: 'right' },
      { head: say('Balance'), from: 0.84, to: 1, align: 'right' },
    ],
    [
      ['', say('Balance before'), '', '', '', written(opening)],
      ...lines.map(({ entry, day, balanceCents }) => [
        say.written(day),
        say(WORDS[entry.kind]),
        entry.document,
        entry.due === undefined ? '' : say.written(entry.due),
        say.money(entry.amount),
        written(balanceCents),
      ]),
    ],
  );
  sheet.room(40);
  const balance =
    closing < 0n
      ? say('Credit: {amount}', { amount: written(-closing) })
      : say('Balance: {amount}', { amount: written(closing) });
  sheet.text(balance, 0, sheet.width, {
    size: 11,
    bold: true,
    align: 'right',
  });
  for (const { entry } of lines)
    for (const { percent, until, amount } of (entry.discounts ?? []).filter((each) => each.until >= today))
      sheet.flow(
        say('Cash discount: {invoice}, if paid until {day}: {amount} ({percent} % off)', {
          invoice: entry.document,
          day: say.written(until),
          amount: say.money(amount),
          percent: say.percent(percent),
        }),
        0,
        sheet.width,
      );
  return sheet.finish();
}
