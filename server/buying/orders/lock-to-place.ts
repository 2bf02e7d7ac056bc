import { sentence } from '#contract/sentences.ts';
import type { Language } from '#contract/languages.ts';
import type { NewOrder } from '#contract/buying/orders.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import type { RawQuery } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import { KNOWN_TOOL, type KnownTool, type KnownToolRow } from '#server/buying/pricing/price-lines.ts';

/* What is locked and read before an order is decided on, in the order in which everybody locks (docs/decisions/361). */

/**
 * Of the orders for a company that race for what a limit leaves, each is judged after the one before it was written. Nobody's
 * limit changes meanwhile, nobody is taken out, and the company is not put on hold.
 */
export async function lockCompany(query: RawQuery, companyId: string): Promise<void> {
  await query('select from companies where id = $1 for no key update', [companyId], 'lock-company');
}

/**
 * Of the orders of one customer, each is decided on after the one before it.
 * @returns when the transaction began, by the database's clock, and the language that they chose
 * @throws AppError UNAUTHENTICATED where the account is gone
 */
export async function lockCustomer(query: RawQuery, userId: string): Promise<{ now: Date; language: Language | null }> {
  const [locked] = await query<{ now: Date; language: Language | null }>(
    'select now(), language from users where id = $1 for no key update',
    [userId],
    'lock-customer',
  );
  if (!locked) throw new AppError('UNAUTHENTICATED', sentence('This account no longer exists.'));
  return locked;
}

/** What an order is decided on beside its body. */
export interface LockedToPlace {
  /** The tools that it names and that are for sale: all that have the name where it gives no id. */
  tools: KnownTool[];
  /** How many orders of its customer are unpaid or wait for approval. */
  open: number;
  /** How many they placed within the last minute. */
  recent: number;
  /** The order that was placed with the same key. */
  earlierId: string | null;
}

/** Locks tools in the order of their ids, and reads with them what their customer, who is locked, has ordered before. */
const lockWhere = (which: string) => `
with tool as materialized (
  select ${KNOWN_TOOL} from tools t where ${which} and t.removed_at is null and ${onSaleNow('t.')}
  order by t.id for no key update of t
)
select (select coalesce(json_agg(tool), '[]') from tool) as tools,
  (select count(*)::int from orders where user_id = $2
    and (state = 'waiting' or (state = 'unpaid' and not on_account))) as open,
  (select count(*)::int from orders where user_id = $2 and created_at > now() - interval '1 minute') as recent,
  (select id from orders where user_id = $2 and idempotency_key = $3) as "earlierId"`;
const LOCK_BY_ID = lockWhere('t.id = any($1::text[])');
const LOCK_BY_NAME = lockWhere('t.name = $1');

/** Once the customer is locked: a statement that also waited for them would count their orders as they were before it waited. */
export async function lockTools(
  query: RawQuery,
  { lines, toolId, tool }: NewOrder,
  userId: string,
  idempotencyKey: string | undefined,
): Promise<LockedToPlace> {
  const ids = lines?.map((line) => line.toolId) ?? (toolId === undefined ? undefined : [toolId]);
  const [locked] = await query<Omit<LockedToPlace, 'tools'> & { tools: KnownToolRow[] }>(
    ids ? LOCK_BY_ID : LOCK_BY_NAME,
    [ids ?? tool, userId, idempotencyKey ?? null],
    'lock-to-place',
  );
  return { ...locked!, tools: locked!.tools.map(withOrderable) };
}
