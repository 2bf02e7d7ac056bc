import { createHash } from 'node:crypto';
import { centsToDollars, dollarsToCents, MAX_CENTS } from '#contract/money.ts';
import type { NewOrder, Order } from '#contract/orders.ts';
import { MAX_OPEN_ORDERS } from '#contract/orders.ts';
import { MAX_PIECES } from '#contract/tools.ts';
import type { Database } from '#server/db/client.ts';
import { isRetryable, violates } from '#server/db/faults.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError } from '#server/http/app-error.ts';
import type { Caller } from '#server/identity/identity.ts';

/** How many orders one customer may place in a minute (attacks T71). */
const ORDERS_PER_MINUTE = 20;

/** A deadlock, or a refusal whose reason was gone when it was looked for, is tried again this often. */
const ATTEMPTS = 5;

/**
 * The whole order in one statement, so that it is one round trip and all or nothing: the stock is taken by a conditional
 * update, and only where that found its row are the order and its line written. Parameters: 1 tool id, 2 tool name,
 * 3 quantity, 4 claimed total in cents, 5 customer, 6 order id, 7 line id, 8 name, 9 e-mail, 10 address, 11 phone,
 * 12 idempotency key, 13 its body's hash, 14 most orders in a minute (null: no limit).
 */
const PLACE_ORDER = `
with taken as (
  update tools
  set available_quantity = available_quantity - $3::bigint, version = version + 1, updated_at = now()
  where id = coalesce($1::text, (select min(id) from tools where name = $2::text and removed_at is null having count(*) = 1))
    and removed_at is null
    and min_order_quantity <= $3::bigint
    and available_quantity >= $3::bigint
    and price_cents * $3::numeric <= ${MAX_CENTS}
    and ($4::bigint is null or price_cents * $3::numeric = $4::bigint)
    and ($14::int is null or
      (select count(*) from orders where user_id = $5::text and created_at > now() - interval '1 minute') < $14::int)
  returning id, name, price_cents
), placed as (
  insert into orders (id, user_id, name, email, address, phone, total_cents, idempotency_key, idempotency_hash)
  select $6::text, $5::text, $8::text, $9::text, $10::text, $11::text, price_cents * $3::bigint, $12::text, $13::text from taken
  returning total_cents, created_at
), line as (
  insert into order_lines (id, order_id, tool_id, tool_name, unit_price_cents, quantity)
  select $7::text, $6::text, id, name, price_cents, $3::bigint from taken
)
select taken.id as "toolId", taken.name as tool, placed.total_cents as "totalCents", placed.created_at as "createdAt"
from taken, placed`;

/**
 * Orders a tool and takes its stock. With an idempotency key, a repeat answers the order that the first call made.
 * @returns the order, and whether it was made by this very call
 * @throws AppError the refusals under Orders of the contract
 */
export async function placeOrder(
  database: Database,
  customer: Caller,
  wanted: NewOrder,
  options: { idempotencyKey: string | undefined; rateLimits: boolean },
): Promise<{ order: Order; isNew: boolean }> {
  if (wanted.email !== undefined && wanted.email !== customer.email) {
    throw new AppError('USER_MISMATCH', 'That is not the e-mail address that you are signed in with.', {
      issues: [{ path: 'email', message: 'Not the e-mail address that you are signed in with' }],
    });
  }
  const claimed = wanted.price === undefined ? null : dollarsToCents(wanted.price);
  const hash = options.idempotencyKey === undefined ? null : hashOf(wanted);
  const limit = options.rateLimits ? ORDERS_PER_MINUTE : null;
  for (let attempt = 1; ; attempt++) {
    const id = newId();
    try {
      // Beyond what any stock can be, the numbers would not even fit their columns: only the reason is looked for.
      const [made] =
        wanted.quantity > MAX_PIECES
          ? []
          : await database.raw<Made>(
              PLACE_ORDER,
              [
          wanted.toolId ?? null, wanted.tool ?? null, wanted.quantity, claimed, customer.userId, id, newId(),
          wanted.name, customer.email, wanted.address, wanted.phone, options.idempotencyKey ?? null, hash, limit,
        ], // prettier-ignore
              'place-order',
            );
      if (made) return { order: presentNew(id, customer.email, wanted, made), isNew: true };
    } catch (error) {
      if (violates(error, 'open_orders_limit')) throw tooManyOpenOrders();
      if (violates(error, 'orders_user_id_users_id_fk'))
        throw new AppError('UNAUTHENTICATED', 'This account no longer exists.');
      if (!violates(error, 'orders_idempotency') && !(isRetryable(error) && attempt < ATTEMPTS)) throw error;
    }
    const earlier = await replay(database, customer, options.idempotencyKey, hash);
    if (earlier) return { order: earlier, isNew: false };
    const refusal = await explain(database, customer, wanted, claimed, limit);
    if (refusal) throw refusal;
    if (attempt >= ATTEMPTS)
      throw new AppError('SERVICE_UNAVAILABLE', 'Many people are ordering this tool just now. Please try again.');
  }
}

interface Made {
  toolId: string;
  tool: string;
  totalCents: number;
  createdAt: Date;
}

function presentNew(id: string, email: string, wanted: NewOrder, made: Made): Order {
  return {
    _id: id,
    name: wanted.name,
    email,
    address: wanted.address,
    phone: wanted.phone,
    tool: made.tool,
    toolId: made.toolId,
    price: centsToDollars(made.totalCents),
    quantity: wanted.quantity,
    paid: false,
    createdAt: made.createdAt.toISOString(),
  };
}

/** The same for bodies that ask for the same, whatever the order and spelling of their fields. */
function hashOf(wanted: NewOrder): string {
  const { name, email, address, phone, tool, toolId, price, quantity } = wanted;
  return createHash('sha256')
    .update(JSON.stringify([name, email, address, phone, tool, toolId, price, quantity]))
    .digest('hex');
}

/** The answer that an earlier call with this key gave, as it was then. @throws AppError IDEMPOTENCY_MISMATCH */
async function replay(
  database: Database,
  customer: Caller,
  key: string | undefined,
  hash: string | null,
): Promise<Order | null> {
  if (key === undefined) return null;
  const [row] = await database.raw<
    Made & { id: string; hash: string; name: string; email: string; address: string; phone: string; quantity: number }
  >(
    `select o.id, o.idempotency_hash as hash, o.name, o.email, o.address, o.phone, l.quantity, l.tool_id as "toolId",
       l.tool_name as tool, o.total_cents as "totalCents", o.created_at as "createdAt"
     from orders o join order_lines l on l.order_id = o.id where o.user_id = $1 and o.idempotency_key = $2`,
    [customer.userId, key],
    'replay-order',
  );
  if (!row) return null;
  if (row.hash !== hash) {
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another order. Use a new key.');
  }
  const { name, address, phone, quantity } = row;
  return presentNew(row.id, row.email, { name, address, phone, quantity }, row);
}

/** Why no order was made, in the order in which the contract names the refusals; null where nothing stands in the way any more. */
async function explain(
  database: Database,
  customer: Caller,
  wanted: NewOrder,
  claimed: number | null,
  limit: number | null,
): Promise<AppError | null> {
  const found = await database.raw<{ name: string; priceCents: number; available: number; minimum: number }>(
    `select name, price_cents as "priceCents", available_quantity as available, min_order_quantity as minimum
     from tools where removed_at is null and case when $1::text is null then name = $2 else id = $1 end limit 2`,
    [wanted.toolId ?? null, wanted.tool ?? null],
    'explain-order',
  );
  const [tool] = found;
  if (!tool) return new AppError('TOOL_NOT_FOUND', 'There is no such tool, or it is no longer sold.');
  if (found.length > 1) {
    return new AppError('AMBIGUOUS_TOOL', 'Several tools have this name. Send toolId to say which one.', {
      issues: [{ path: 'toolId', message: 'Say which of the tools of this name' }],
    });
  }
  if (wanted.quantity < tool.minimum) {
    const message = `The minimum order is ${pieces(tool.minimum)}.`;
    return new AppError('BELOW_MINIMUM', message, {
      facts: { minOrderQuantity: tool.minimum },
      issues: [{ path: 'quantity', message }],
    });
  }
  if (wanted.quantity > tool.available) {
    const message = tool.available === 0 ? 'This tool is sold out.' : `Only ${pieces(tool.available)} left.`;
    return new AppError('OUT_OF_STOCK', message, {
      facts: { availableQuantity: tool.available },
      issues: [{ path: 'quantity', message }],
    });
  }
  const total = tool.priceCents * wanted.quantity;
  if (total > MAX_CENTS) {
    const message = `One order may come to ${dollars(MAX_CENTS)} at most. Order fewer pieces.`;
    return new AppError('ORDER_TOO_LARGE', message, { issues: [{ path: 'quantity', message }] });
  }
  if (claimed !== null && claimed !== total) {
    const message = `The total is ${dollars(total)} now. Please check it and order again.`;
    return new AppError('PRICE_MISMATCH', message, {
      facts: { price: centsToDollars(total) },
      issues: [{ path: 'price', message }],
    });
  }
  return limit === null ? null : tooFast(database, customer, limit);
}

async function tooFast(database: Database, customer: Caller, limit: number): Promise<AppError | null> {
  const [counts] = await database.raw<{ recent: number; open: number }>(
    `select (select count(*)::int from orders where user_id = $1 and created_at > now() - interval '1 minute') as recent,
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

function tooManyOpenOrders(): AppError {
  return new AppError(
    'TOO_MANY_OPEN_ORDERS',
    `You have ${MAX_OPEN_ORDERS} unpaid orders. Pay or delete one before you order more.`,
    {
      retryAfter: 3600,
    },
  );
}

function pieces(quantity: number): string {
  return `${quantity.toLocaleString('en-US')} ${quantity === 1 ? 'piece' : 'pieces'}`;
}

function dollars(cents: number): string {
  return centsToDollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
