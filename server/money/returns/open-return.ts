import { type Sentence, ended, sentence } from '#contract/sentences.ts';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { MAX_OPEN_RETURNS, OPEN_RETURN_STATES } from '#contract/money/return-words.ts';
import type { NewReturn } from '#contract/money/returns.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { returnLines, returnMessages, returns } from '#server/buying/order-tables/returns.sql.ts';
import { isOver, orderNotFound } from '#server/buying/orders/orders.ts';
import { mayChange, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { gone } from '#server/money/payments/refunded-pieces.ts';
import { leftToShip, type OrderedLine } from '#server/money/shipments/left-to-ship.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { sayReturnNumber } from './read-returns.ts';

/**
 * Reports pieces of an order, under its lock, so that no piece is in two returns, or in one and in a refund. Who ordered it, managers of
 * its company, and staff for them; whether it is paid or owed does not matter.
 * @returns its id, and whether staff reported it
 * @throws AppError ORDER_NOT_FOUND, FORBIDDEN, TOO_MANY_RETURNS, MORE_THAN_SHIPPED {toolId, left}, TOO_LATE {days}
 */
export async function openReturn(
  tx: Tx,
  caller: Caller,
  { orderId, lines, message = '' }: NewReturn,
): Promise<{ id: string; byShop: boolean }> {
  const isStaff = callerMay(caller, 'returns');
  const [found] = await tx
    .select({ order: orders, mayChange: mayChange(caller.userId) })
    .from(orders)
    .where(and(eq(orders.id, orderId), isStaff ? undefined : seenBy(caller)))
    .for('update');
  if (!found || isOver(found.order.state)) throw orderNotFound();
  if (!isStaff) requireChange(found.mayChange);
  const { order } = found;
  const [open] = await tx
    .select({ count: count() })
    .from(returns)
    .where(and(eq(returns.orderId, orderId), inArray(returns.state, OPEN_RETURN_STATES)));
  if ((open?.count ?? 0) >= MAX_OPEN_RETURNS)
    throw new AppError(
      'TOO_MANY_RETURNS',
      sentence('{most, number} returns of this order are open. Please wait for our answer.', {
        most: MAX_OPEN_RETURNS,
      }),
      {
        retryAfter: 3600,
      },
    );
  const ordered = await leftToShip(tx, orderId);
  requireShipped(lines, ordered);
  await requireInTime(tx, orderId, lines);
  const byShop = isStaff && !found.mayChange;
  const id = newId();
  const [made] = await tx
    .insert(returns)
    .values({
      id,
      orderId,
      buyerId: order.userId,
      companyId: order.companyId,
      askedBy: byShop ? null : caller.userId,
      byShop,
    })
    .returning({ number: returns.number });
  await tx.insert(returnLines).values(
    lines.map(({ toolId, quantity, kind, wish, text = '' }, position) => ({
      returnId: id,
      toolId,
      position,
      quantity,
      kind,
      wish,
      text: text.trim(),
    })),
  );
  await tx.execute(sql`update returns r set words = return_words(r) where r.id = ${id}`);
  if (message.trim() !== '') {
    const { userId, name } = caller;
    const side = byShop ? 'shop' : 'buyer';
    await tx.insert(returnMessages).values({ id: newId(), returnId: id, side, userId, name, text: message });
  }
  await tellNews(tx, 'return.asked', [id]);
  if (byShop)
    await record(tx, caller, 'return.asked', id, {
      number: sayReturnNumber(made!.number),
      order: String(order.number),
      pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    });
  return { id, byShop };
}

/** @throws AppError MORE_THAN_SHIPPED with an issue for each line of which not so many left the house, or are still the buyer's */
function requireShipped(lines: NewReturn['lines'], ordered: OrderedLine[]): void {
  const byTool = new Map(ordered.map((line) => [line.toolId, line]));
  const issues = lines.flatMap(({ toolId, quantity }, index): Complaint[] => {
    const line = byTool.get(toolId);
    const left = line ? gone(line) : 0;
    if (quantity <= left) return [];
    const path = line ? `lines.${index}.quantity` : `lines.${index}.toolId`;
    return [{ path, code: 'MORE_THAN_SHIPPED', message: tooMany(line, left), left }];
  });
  const [first] = issues;
  if (!first) return;
  const facts = { toolId: lines[Number(first.path.split('.')[1])]?.toolId, left: first['left'] };
  throw new AppError('MORE_THAN_SHIPPED', ended(first.message), { facts, issues });
}

function tooMany(line: OrderedLine | undefined, left: number): Sentence {
  if (!line) return sentence('This tool is not in the order');
  if (line.shipped === 0) return sentence('None of these pieces have been shipped yet');
  if (left === line.shipped)
    return sentence('Only {left, plural, one {# piece was} other {# pieces were}} shipped', { left });
  if (left === 0) return sentence('All shipped pieces have been refunded already, or are part of a return');
  return sentence(
    'Only {left, number} of the shipped pieces can be reported: the others were refunded, are part of a return, or have not been shipped',
    { left },
  );
}

/**
 * Pieces that are merely not wanted come back within the days that the owner allows, from their shipment on.
 * @throws AppError TOO_LATE with an issue for each line of which not so many left since
 */
async function requireInTime(tx: Tx, orderId: string, lines: NewReturn['lines']): Promise<void> {
  if (!lines.some(({ kind }) => kind === 'unwanted')) return;
  const { returnDays } = await settingsNow(tx);
  const { rows } = await tx.execute<{ toolId: string; pieces: number }>(sql`
    select part.tool_id as "toolId", sum(part.quantity)::float8 as pieces
    from shipments join shipment_lines part on part.shipment_id = shipments.id
    where shipments.order_id = ${orderId}
      and (shipments.shipped_at at time zone shop_zone())::date + ${returnDays}::int >= shop_today() group by 1`);
  const inTime = new Map(rows.map(({ toolId, pieces }) => [toolId, pieces]));
  const message = sentence(
    'Pieces that are not wanted can be returned within {returnDays, number} days of their shipment',
    { returnDays },
  );
  const issues = lines.flatMap(({ toolId, quantity, kind }, index): Complaint[] =>
    kind === 'unwanted' && quantity > (inTime.get(toolId) ?? 0)
      ? [{ path: `lines.${index}.kind`, code: 'TOO_LATE', message, left: inTime.get(toolId) ?? 0 }]
      : [],
  );
  if (issues.length > 0) throw new AppError('TOO_LATE', ended(message), { facts: { days: returnDays }, issues });
}
