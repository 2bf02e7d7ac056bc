import { writtenDay } from '#contract/days.ts';
import { exactMoney, formatMoney } from '#contract/money.ts';
import type { AccountEntry, EntryKind, StatementQuery } from '#contract/money/account.ts';
import { filledLines, partyLines } from '#contract/people/address-lines.ts';
import { countryName } from '#contract/in-country.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Seller } from '#server/buying/order-tables/invoices.sql.ts';
import { sellerLines } from './paper-words.ts';
import { Sheet } from './sheet.ts';

/** What a statement is made from; sums in cents, days as YYYY-MM-DD. */
export interface StatementParts {
  company: Company;
  seller: Seller;
  currency: string;
  days: StatementQuery;
  /** The day of today. */
  today: string;
  opening: bigint;
  lines: { entry: AccountEntry; day: string; balanceCents: bigint }[];
}

const WORDS: Record<EntryKind, string> = {
  invoice: 'Invoice',
  payment: 'Payment',
  payout: 'Payout',
  'credit-note': 'Credit note',
  fee: 'Fee',
  discount: 'Cash discount',
  'write-off': 'Write-off',
  reversal: 'Reversal',
};

/** The statement of a company's account: what was owed, what came to it, and what is owed. */
export async function statementPdf({
  company,
  seller,
  currency,
  days,
  today,
  opening,
  lines,
}: StatementParts): Promise<Uint8Array<ArrayBuffer>> {
  const say = (cents: bigint) => formatMoney(exactMoney(cents), currency);
  const { company: shop } = seller;
  const sheet = new Sheet({
    format: 'a4',
    title: `Statement ${company.number}`,
    issuer: shop.name,
    at: new Date(`${today}T00:00:00Z`),
    foot: [shop.name, shop.email, shop.phone].filter((part) => part !== '').join(' · '),
  });
  sheet.text('Statement of account', 0, sheet.width, { size: 20, bold: true, as: 'H1' });
  sheet.y += 6;
  const span = [days.from && `from ${writtenDay(days.from)}`, `to ${writtenDay(days.to ?? today)}`]
    .filter(Boolean)
    .join(' ');
  sheet.text(span, 0, sheet.width, { grey: true });
  sheet.y += 10;
  const top = sheet.y;
  sheet.text(sellerLines(seller), 0, sheet.width / 2 - 12);
  const below = sheet.y;
  sheet.y = top;
  const address = partyLines({ name: '', company: company.name, ...company.invoiceAddress });
  const vat = company.vatId === '' ? '' : `VAT number ${company.vatId}`;
  sheet.text(
    filledLines(...address, countryName(company.invoiceAddress.country), vat, `Customer number ${company.number}`),
    sheet.width / 2,
    sheet.width,
  );
  sheet.y = Math.max(below, sheet.y) + 14;
  const closing = lines.at(-1)?.balanceCents ?? opening;
  await sheet.table(
    [
      { head: 'Date', from: 0, to: 0.14 },
      { head: 'What', from: 0.14, to: 0.27 },
      { head: 'Number or reference', from: 0.27, to: 0.54 },
      { head: 'Due', from: 0.55, to: 0.68 },
      { head: 'Amount', from: 0.68, to: 0.84, align: 'right' },
      { head: 'Balance', from: 0.84, to: 1, align: 'right' },
    ],
    [
      ['', 'Balance before', '', '', '', say(opening)],
      ...lines.map(({ entry, day, balanceCents }) => [
        writtenDay(day),
        WORDS[entry.kind],
        entry.document,
        entry.due === undefined ? '' : writtenDay(entry.due),
        formatMoney(entry.amount, currency),
        say(balanceCents),
      ]),
    ],
  );
  sheet.room(40);
  sheet.text(closing < 0n ? `Credit: ${say(-closing)}` : `Balance: ${say(closing)}`, 0, sheet.width, {
    size: 11,
    bold: true,
    align: 'right',
  });
  for (const { entry } of lines)
    for (const { percent, until, amount } of (entry.discounts ?? []).filter((each) => each.until >= today))
      sheet.flow(
        `Cash discount: ${entry.document}, if paid until ${writtenDay(until)}: ${formatMoney(amount, currency)} (${percent} % off)`,
        0,
        sheet.width,
      );
  return sheet.finish();
}
