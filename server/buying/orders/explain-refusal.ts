import type { ErrorCode, Issue } from '#contract/errors.ts';
import { MAX_CENTS, centsToMoney, formatMoney } from '#contract/money.ts';
import { MAX_OPEN_ORDERS, type NewOrder } from '#contract/buying/orders.ts';
import { around, lineProblem } from '#contract/buying/quantities.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { ASKED_SUMS, SUMS, UNIT_CENTS, WANTED } from './order-sums.ts';
import type { Asked } from './place-statement.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/** Reads what the statement that places an order would have read, and locks nothing. Its parameter is that statement's. */
const EXPLAIN = `
with asked as materialized (select * from jsonb_to_record($1::jsonb) as asked (${ASKED_SUMS})), ${WANTED},
  line as materialized (
  select wanted.at, wanted.quantity, t.id, t.weight_grams, ${UNIT_CENTS} as unit_cents,
    t.available_quantity, case when wanted.is_agreed then 1 else t.min_order_quantity end as min_order_quantity,
    case when wanted.is_agreed then 1 else t.quantity_step end as quantity_step
  from wanted left join tools t on t.id = wanted.tool_id and t.removed_at is null and ${onSaleNow('t.')}
), ${SUMS}
select line.id, line.quantity::float8 as quantity, line.available_quantity as "availableQuantity",
  line.min_order_quantity as "minOrderQuantity", line.quantity_step as "quantityStep",
  sums.total::float8 as "totalCents",
  (select count(*)::int from tools, asked where tools.name = asked.tool and removed_at is null
    and ${onSaleNow('tools.')}) as named
from line left join sums on true order by line.at`;

interface Seen {
  /** Null where there is no such tool for sale. */
  id: string | null;
  quantity: number;
  availableQuantity: number;
  minOrderQuantity: number;
  quantityStep: number;
  /** Null where nothing carries the order. */
  totalCents: number | null;
  /** How many tools have the name that was sent without an id. */
  named: number;
}

/** Why no order was made, in the order in which the contract names the refusals; null where nothing stands in the way any more. */
export async function explainRefusal(
  database: Pick<Reader, 'raw'>,
  customer: Pick<Caller, 'userId'>,
  wanted: NewOrder,
  asked: Omit<Asked, 'id'>,
  currency: string,
): Promise<AppError | null> {
  const { claimed, mostInAMinute: limit } = asked;
  const seen = await database.raw<Seen>(EXPLAIN, [JSON.stringify(asked)], 'explain-order');
  const ofMany = wanted.lines !== undefined;
  if (!ofMany && (seen[0]?.named ?? 0) > 1) {
    return new AppError('AMBIGUOUS_TOOL', 'Several tools have this name. Send toolId to say which one.', {
      issues: [{ path: 'toolId', message: 'Say which of the tools of this name' }],
    });
  }
  const refused = seen.flatMap((line, index) => refusalOf(line, ofMany ? `lines.${index}.` : '') ?? []);
  const [first] = refused;
  if (first) {
    const { path: _path, code, message, ...facts } = first;
    const many =
      refused.length > 1 ? ` ${refused.length.toLocaleString('en-US')} lines cannot be ordered as they are.` : '';
    return new AppError(code, message + many, { facts, issues: refused });
  }
  const total = seen[0]?.totalCents ?? null;
  if (total === null) return noDelivery(wanted);
  if (total > MAX_CENTS) {
    const message = `One order may come to ${formatMoney(centsToMoney(MAX_CENTS), currency)} at most. Order fewer pieces.`;
    return new AppError('ORDER_TOO_LARGE', message, { issues: [{ path: ofMany ? 'lines' : 'quantity', message }] });
  }
  // By prices of a list, or by what staff gave.
  if (total === 0) return invalid(ofMany ? 'lines' : 'quantity', 'An order costs something');
  if (claimed !== null && claimed !== total) {
    const message = `The total is ${formatMoney(centsToMoney(total), currency)} now. Please check it and order again.`;
    return new AppError('PRICE_MISMATCH', message, {
      facts: { price: centsToMoney(total) },
      issues: [{ path: 'price', message }],
    });
  }
  return limit === null ? null : tooFast(database, customer, limit);
}

type Refusal = Issue & { code: ErrorCode };

/** What is wrong with one line; null where nothing is. @param at its path in the body, with a dot behind */
function refusalOf(line: Seen, at: string): Refusal | null {
  const problem = lineProblem(line.id === null ? null : line, line.quantity);
  switch (problem) {
    case null:
      return null;
    case 'TOOL_NOT_FOUND':
      return { path: `${at}toolId`, code: problem, message: 'There is no such tool, or it is no longer sold.' };
    case 'BELOW_MINIMUM': {
      const { minOrderQuantity } = line;
      const message = `The minimum order is ${pieces(minOrderQuantity)}.`;
      return { path: `${at}quantity`, code: problem, message, minOrderQuantity };
    }
    case 'NOT_A_MULTIPLE': {
      const { quantityStep } = line;
      const { below, above } = around(line, line.quantity);
      const nearest = [below, above]
        .filter((quantity) => quantity !== null)
        .map((quantity) => quantity.toLocaleString('en-US'));
      const message = `It is sold in multiples of ${pieces(quantityStep)}${nearest.length > 0 ? `: order ${nearest.join(' or ')}` : ''}.`;
      return { path: `${at}quantity`, code: problem, message, quantityStep, below, above };
    }
    case 'OUT_OF_STOCK': {
      const { availableQuantity } = line;
      const message = availableQuantity === 0 ? 'This tool is sold out.' : `Only ${pieces(availableQuantity)} left.`;
      return { path: `${at}quantity`, code: problem, message, availableQuantity };
    }
  }
}

function noDelivery({ delivery }: NewOrder): AppError {
  const message =
    delivery === undefined
      ? 'We cannot deliver this order to that country. Please ask us for an offer.'
      : 'This delivery does not go there, or not with that weight. Choose another.';
  return new AppError('NO_DELIVERY', message, {
    issues: [{ path: delivery === undefined ? 'country' : 'delivery', message }],
  });
}

async function tooFast(
  database: Pick<Reader, 'raw'>,
  customer: Pick<Caller, 'userId'>,
  limit: number,
): Promise<AppError | null> {
  const [counts] = await database.raw<{ recent: number; open: number }>(
    `select
      (select count(*)::int from orders where user_id = $1 and created_at > now() - interval '1 minute') as recent,
       coalesce((select count from open_orders where user_id = $1), 0) as open`,
    [customer.userId],
  );
  if (counts && counts.open >= MAX_OPEN_ORDERS) return tooManyOpenOrders();
  if (counts && counts.recent >= limit) {
    return new AppError('RATE_LIMITED', 'You placed many orders within a minute. Please wait a moment.', {
      retryAfter: 60,
    });
  }
  return null;
}

export function tooManyOpenOrders(): AppError {
  return new AppError(
    'TOO_MANY_OPEN_ORDERS',
    `You have ${MAX_OPEN_ORDERS} unpaid orders. Pay or delete one before you order more.`,
    { retryAfter: 3600 },
  );
}

function pieces(quantity: number): string {
  return `${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'piece' : 'pieces'}`;
}
