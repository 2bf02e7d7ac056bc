import { sentence } from '#contract/sentences.ts';
import { isDeepStrictEqual } from 'node:util';
import { dayOf } from '#contract/days.ts';
import { partsOf, type Settings } from '#contract/office/settings.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';

/**
 * Makes sure that whoever changed the settings may: all but the books by `settings`, those by `books`.
 * @throws AppError FORBIDDEN
 */
export function requireParts(caller: Caller, before: Settings, after: Settings): void {
  const [old, now] = [partsOf(before), partsOf(after)];
  for (const name of Object.keys(now)) {
    if (isDeepStrictEqual(old[name], now[name])) continue;
    if (!callerMay(caller, name.startsWith('books.') ? 'books' : 'settings'))
      throw new AppError(
        'FORBIDDEN',
        sentence('Your role does not allow you to change this. Ask an admin of the shop.'),
      );
  }
}

/**
 * Refuses an account that is longer than accounts are (debtors have one digit more), and to close today, on which things still happen.
 * @throws AppError 400 at the account, or at books.closedUntil
 */
export function checkBooks({ books: { accountLength, accounts, closedUntil }, timeZone }: Settings): void {
  if (closedUntil !== null && closedUntil >= dayOf(new Date(), timeZone))
    throw invalid('books.closedUntil', sentence('Only days before today can be closed'));
  const { revenue, ...single } = accounts;
  const said: [place: string, account: number | null][] = [
    ...Object.entries(single),
    ...revenue.map(({ account }, index): [string, number | null] => [`revenue.${index}.account`, account]),
  ];
  for (const [place, account] of said) {
    const digits = accountLength + (place === 'private' ? 1 : 0);
    if (account !== null && account >= 10 ** digits)
      throw invalid(`books.accounts.${place}`, sentence('Enter an account of at most {digits} digits', { digits }));
  }
}
