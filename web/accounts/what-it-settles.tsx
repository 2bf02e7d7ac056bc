import type { AccountEntry } from '#contract/money/account.ts';
import { meantBy } from '#contract/money/named-numbers.ts';
import { type Discounted, paidInTime } from '#contract/money/cash-discount.ts';
import { centsToMoney } from '#contract/money.ts';
import { addMoney, cents, lessMoney } from '#contract/money-sums.ts';
import { money } from '#web/shell/format.ts';

interface Part {
  document: string;
  amount: number;
  /** What is left to pay of it then. */
  left: number;
  /** What it takes off for being in time. */
  discount?: number;
}

/** What a payment of a day settles by its reference alone, as the shop settles it. */
export function settledBy(reference: string, amount: number, date: string, open: AccountEntry[]): Part[] {
  const dueFirst = open.toSorted((one, other) =>
    `${one.due} ${one.at} ${one._id}`.localeCompare(`${other.due} ${other.at} ${other._id}`, 'en'),
  );
  const meant = meantBy(reference, dueFirst);
  const inTime = paidInTime(meant.map(discountable), cents(amount), date);
  if (inTime) return inTime.map(partOf);
  let rest = amount;
  return meant.flatMap(({ document, open: owed = 0 }) => {
    const part = Math.min(rest, owed);
    rest = lessMoney(rest, part);
    return part > 0 ? [{ document, amount: part, left: lessMoney(owed, part) }] : [];
  });
}

const discountable = ({ document, open = 0, discounts = [] }: AccountEntry) => ({
  document,
  rest: cents(open),
  offers: discounts,
});

function partOf({ debit, paid, discount }: Discounted<{ document: string }>): Part {
  return { document: debit.document, amount: centsToMoney(paid), left: 0, discount: centsToMoney(discount) };
}

/** Says what a payment is about to settle, and what of it stays as credit. */
export function WhatItSettles({ amount, parts, isMore }: { amount: number; parts: Part[]; isMore: boolean }) {
  const credit = lessMoney(amount, ...parts.map((part) => part.amount));
  return (
    <div className="bg-base-200 rounded-box mt-3 p-4" aria-live="polite">
      <p className="font-medium">This settles</p>
      <ul className="grid gap-1 tabular-nums">
        {parts.map(({ document, amount: part, left, discount = 0 }) => (
          <li key={document} className="break-words">
            {document}: {money(part)}
            {discount > 0 && <span>{`, less ${money(discount)} cash discount`}</span>}
            <span>{left > 0 ? `, ${money(left)} left to pay` : ', paid in full'}</span>
          </li>
        ))}
        {credit > 0 && !isMore && (
          <li>{parts.length === 0 ? 'Nothing: the whole amount' : money(credit)} stays as credit</li>
        )}
        {credit > 0 && isMore && <li>{money(credit)} pays invoices due later</li>}
      </ul>
    </div>
  );
}

/** The same for invoices chosen by hand. */
export function allocatedTo(
  allocated: { invoiceNumber: string; amount: number }[],
  date: string,
  open: AccountEntry[],
): Part[] {
  return allocated.map(({ invoiceNumber, amount }) => {
    const entry = open.find(({ document }) => document === invoiceNumber);
    const inTime = entry && paidInTime([discountable(entry)], cents(amount), date);
    if (inTime?.[0]) return partOf(inTime[0]);
    return { document: invoiceNumber, amount, left: Math.max(0, lessMoney(entry?.open ?? 0, amount)) };
  });
}

/** Whether more is allocated to invoices than was paid, which must not be shown as possible. */
export function isTooMuch(amount: number, parts: Part[]): boolean {
  return addMoney(...parts.map((part) => part.amount)) > amount;
}
