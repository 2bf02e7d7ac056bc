import { type Sentence, sentence } from '#contract/sentences.ts';
import type { Day } from '#contract/days.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { centsToMoney, MAX_CENTS, moneyToCents } from '#contract/money.ts';
import { MAX_OPEN_ORDERS, type NewOrder } from '#contract/buying/orders.ts';
import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import { around, type LineProblem } from '#contract/buying/quantities.ts';
import { AppError, invalid, type Complaint } from '#server/engine/http/app-error.ts';

/* How an order is refused, in the words of the contract (Orders). */

export function ambiguousTool(): AppError {
  return new AppError(
    'AMBIGUOUS_TOOL',
    sentence('Several tools have this name. Send the toolId of the one you want.'),
    {
      issues: [{ path: 'toolId', message: sentence('Choose one of the tools with this name') }],
    },
  );
}

/** What is wrong with one line. */
export type RefusedLine = Complaint & { code: ErrorCode };

/**
 * What a buyer is told of a line that cannot be ordered.
 * @param terms of its tool; null where there is none for sale
 * @param at its path in the body, with a dot behind
 */
export function refusedLine(
  problem: LineProblem,
  terms: QuantityTerms | null,
  quantity: number,
  at: string,
): RefusedLine {
  if (problem === 'TOOL_NOT_FOUND' || terms === null)
    return {
      path: `${at}toolId`,
      code: 'TOOL_NOT_FOUND',
      message: sentence('There is no such tool, or it is no longer sold.'),
    };
  const path = `${at}quantity`;
  switch (problem) {
    case 'BELOW_MINIMUM': {
      const { minOrderQuantity } = terms;
      const message = sentence('The minimum order is {count, plural, one {# piece} other {# pieces}}.', {
        count: minOrderQuantity,
      });
      return { path, code: problem, message, minOrderQuantity };
    }
    case 'NOT_A_MULTIPLE': {
      const { quantityStep } = terms;
      const { below, above } = around(terms, quantity);
      const [nearest, other] = [below, above].filter((each) => each !== null);
      const message = sentence('It is sold in multiples of {count, plural, one {# piece} other {# pieces}}{nearest}.', {
        count: quantityStep,
        nearest: nearest === undefined ? '' : orderNearest(nearest, other),
      });
      return { path, code: problem, message, quantityStep, below, above };
    }
    case 'OUT_OF_STOCK': {
      const { availableQuantity, orderable } = terms;
      const message =
        orderable > availableQuantity
          ? sentence(
              'Only {count, plural, one {# piece} other {# pieces}} can be ordered, {coming, plural, one {# piece} other {# pieces}} of them to come.',
              { count: orderable, coming: orderable - availableQuantity },
            )
          : availableQuantity === 0
            ? sentence('This tool is sold out.')
            : sentence('Only {count, plural, one {# piece} other {# pieces}} left.', { count: availableQuantity });
      return { path, code: problem, message, availableQuantity };
    }
  }
}

/** @throws AppError with the code and the facts of the first of these lines, which names all of them */
export function refuseLines(refused: readonly RefusedLine[]): void {
  const [first] = refused;
  if (!first) return;
  const { path: _path, code, message, ...facts } = first;
  const all =
    refused.length > 1
      ? sentence('{first} {count, number} lines cannot be ordered as they are.', {
          first: message,
          count: refused.length,
        })
      : message;
  throw new AppError(code, all, { facts, issues: [...refused] });
}

export function noDelivery({ delivery }: NewOrder): AppError {
  const message =
    delivery === undefined
      ? sentence('We cannot deliver this order to that country. Please ask us for a quote.')
      : sentence('This delivery method is not available for that country or weight. Choose another.');
  return new AppError('NO_DELIVERY', message, {
    issues: [{ path: delivery === undefined ? 'country' : 'delivery', message }],
  });
}

/** @param goodsCents what its goods must come to */
export function orderTooSmall({ lines }: NewOrder, goodsCents: number, currency: string): AppError {
  const goods = centsToMoney(goodsCents);
  const message = sentence('We accept orders of {goods} of goods and more. Add something to your order.', {
    goods: { amount: goods, currency },
  });
  return new AppError('ORDER_TOO_SMALL', message, {
    facts: { goods },
    issues: [{ path: lines ? 'lines' : 'quantity', message }],
  });
}

/**
 * @param total in cents
 * @throws AppError ORDER_TOO_LARGE; 400 where it costs nothing; PRICE_MISMATCH where its buyer saw another price
 */
export function refuseSum({ lines, price }: NewOrder, total: bigint, currency: string): void {
  const path = lines ? 'lines' : 'quantity';
  const written = (cents: number) => ({ amount: centsToMoney(cents), currency });
  if (total > BigInt(MAX_CENTS)) {
    const message = sentence('An order can come to {most} at most. Order fewer pieces.', { most: written(MAX_CENTS) });
    throw new AppError('ORDER_TOO_LARGE', message, { issues: [{ path, message }] });
  }
  const cents = Number(total);
  // By prices of a list, or by what staff gave.
  if (cents === 0) throw invalid(path, sentence('The total must be more than 0'));
  if (price === undefined || moneyToCents(price) === cents) return;
  const message = sentence('The total is now {cents}. Please check it and order again.', { cents: written(cents) });
  throw new AppError('PRICE_MISMATCH', message, {
    facts: { price: centsToMoney(cents) },
    issues: [{ path: 'price', message }],
  });
}

/** @param earliest the first day on which it can leave @throws AppError TOO_EARLY */
export function refuseTooEarly({ wantedDay }: NewOrder, earliest: Day): void {
  if (wantedDay === undefined || wantedDay >= earliest) return;
  const message = sentence('It can leave on {day} at the earliest. Choose that day or a later one.', {
    day: { day: earliest },
  });
  throw new AppError('TOO_EARLY', message, { facts: { earliest }, issues: [{ path: 'wantedDay', message }] });
}

export function tooManyOpenOrders(): AppError {
  return new AppError(
    'TOO_MANY_OPEN_ORDERS',
    sentence('You already have {most, number} unpaid orders. Pay or delete one before you order more.', {
      most: MAX_OPEN_ORDERS,
    }),
    { retryAfter: 3600 },
  );
}

export function tooManyAtOnce(): AppError {
  return new AppError('RATE_LIMITED', sentence('You placed too many orders within a minute. Please wait a moment.'), {
    retryAfter: 60,
  });
}

function orderNearest(one: number, other: number | undefined): Sentence {
  return other === undefined
    ? sentence(': order {one, number}', { one })
    : sentence(': order {one, number} or {other, number}', { one, other });
}
