import { type Day, writtenDay } from '#contract/days.ts';
import type { ErrorCode, Issue } from '#contract/errors.ts';
import { centsToMoney, formatMoney, MAX_CENTS, moneyToCents } from '#contract/money.ts';
import { MAX_OPEN_ORDERS, type NewOrder } from '#contract/buying/orders.ts';
import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import { around, type LineProblem } from '#contract/buying/quantities.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';

/* How an order is refused, in the words of the contract (Orders). */

export function ambiguousTool(): AppError {
  return new AppError('AMBIGUOUS_TOOL', 'Several tools have this name. Send the toolId of the one you want.', {
    issues: [{ path: 'toolId', message: 'Choose one of the tools with this name' }],
  });
}

/** What is wrong with one line. */
export type RefusedLine = Issue & { code: ErrorCode };

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
      message: 'There is no such tool, or it is no longer sold.',
    };
  const path = `${at}quantity`;
  switch (problem) {
    case 'BELOW_MINIMUM': {
      const { minOrderQuantity } = terms;
      const message = `The minimum order is ${pieces(minOrderQuantity)}.`;
      return { path, code: problem, message, minOrderQuantity };
    }
    case 'NOT_A_MULTIPLE': {
      const { quantityStep } = terms;
      const { below, above } = around(terms, quantity);
      const nearest = [below, above].filter((each) => each !== null).map((each) => each.toLocaleString('en-US'));
      const message = `It is sold in multiples of ${pieces(quantityStep)}${nearest.length > 0 ? `: order ${nearest.join(' or ')}` : ''}.`;
      return { path, code: problem, message, quantityStep, below, above };
    }
    case 'OUT_OF_STOCK': {
      const { availableQuantity, orderable } = terms;
      const message =
        orderable > availableQuantity
          ? `Only ${pieces(orderable)} can be ordered, ${pieces(orderable - availableQuantity)} of them to come.`
          : availableQuantity === 0
            ? 'This tool is sold out.'
            : `Only ${pieces(availableQuantity)} left.`;
      return { path, code: problem, message, availableQuantity };
    }
  }
}

/** @throws AppError with the code and the facts of the first of these lines, which names all of them */
export function refuseLines(refused: readonly RefusedLine[]): void {
  const [first] = refused;
  if (!first) return;
  const { path: _path, code, message, ...facts } = first;
  const many =
    refused.length > 1 ? ` ${refused.length.toLocaleString('en-US')} lines cannot be ordered as they are.` : '';
  throw new AppError(code, message + many, { facts, issues: [...refused] });
}

export function noDelivery({ delivery }: NewOrder): AppError {
  const message =
    delivery === undefined
      ? 'We cannot deliver this order to that country. Please ask us for a quote.'
      : 'This delivery method is not available for that country or weight. Choose another.';
  return new AppError('NO_DELIVERY', message, {
    issues: [{ path: delivery === undefined ? 'country' : 'delivery', message }],
  });
}

/** @param goodsCents what its goods must come to */
export function orderTooSmall({ lines }: NewOrder, goodsCents: number, currency: string): AppError {
  const goods = centsToMoney(goodsCents);
  const message = `We accept orders of ${formatMoney(goods, currency)} of goods and more. Add something to your order.`;
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
  const written = (cents: number) => formatMoney(centsToMoney(cents), currency);
  if (total > BigInt(MAX_CENTS)) {
    const message = `An order can come to ${written(MAX_CENTS)} at most. Order fewer pieces.`;
    throw new AppError('ORDER_TOO_LARGE', message, { issues: [{ path, message }] });
  }
  const cents = Number(total);
  // By prices of a list, or by what staff gave.
  if (cents === 0) throw invalid(path, 'The total must be more than 0');
  if (price === undefined || moneyToCents(price) === cents) return;
  const message = `The total is now ${written(cents)}. Please check it and order again.`;
  throw new AppError('PRICE_MISMATCH', message, {
    facts: { price: centsToMoney(cents) },
    issues: [{ path: 'price', message }],
  });
}

/** @param earliest the first day on which it can leave @throws AppError TOO_EARLY */
export function refuseTooEarly({ wantedDay }: NewOrder, earliest: Day): void {
  if (wantedDay === undefined || wantedDay >= earliest) return;
  const message = `It can leave on ${writtenDay(earliest)} at the earliest. Choose that day or a later one.`;
  throw new AppError('TOO_EARLY', message, { facts: { earliest }, issues: [{ path: 'wantedDay', message }] });
}

export function tooManyOpenOrders(): AppError {
  return new AppError(
    'TOO_MANY_OPEN_ORDERS',
    `You already have ${MAX_OPEN_ORDERS} unpaid orders. Pay or delete one before you order more.`,
    { retryAfter: 3600 },
  );
}

export function tooManyAtOnce(): AppError {
  return new AppError('RATE_LIMITED', 'You placed too many orders within a minute. Please wait a moment.', {
    retryAfter: 60,
  });
}

function pieces(quantity: number): string {
  return `${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'piece' : 'pieces'}`;
}
