import { clockOf, sharesOf } from '#contract/buying/stock-to-come.ts';
import type { ReturnSettlement } from '#contract/money/returns.ts';
import { orderLines } from '#server/buying/order-tables/orders.sql.ts';
import type { PlacedLine } from '#server/buying/orders/price-order.ts';
import { refusedLine, refuseLines } from '#server/buying/orders/refusals.ts';
import { type NewOrderRow, writeOrder } from '#server/buying/orders/write-order.ts';
import { KNOWN_TOOL, type KnownTool, type KnownToolRow } from '#server/buying/pricing/price-lines.ts';
import { withOrderable } from '#server/catalogue/promises/stock-to-serve.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { eq } from 'drizzle-orm';
import type { LockedReturn } from './lock-return.ts';

/** An order that replaces pieces. */
export interface Replacement {
  id: string;
  number: string;
  toolIds: string[];
}

type Line = ReturnSettlement['lines'][number];

/**
 * Places an order at no price for pieces of a return, to where the first one went. Its stock, and what is to come, is taken as of any
 * order that is placed; neither a minimum nor a step is asked for, nor whether the tool is still on sale. The caller has locked the order
 * and the tools.
 * @throws AppError OUT_OF_STOCK with an issue for each line of which there are not so many
 */
export async function replacePieces(tx: Tx, { order, row }: LockedReturn, wanted: Line[]): Promise<Replacement> {
  const { raw } = rawInTransaction(tx);
  const ids = wanted.map(({ toolId }) => toolId);
  const rows = await raw<KnownToolRow>(`select ${KNOWN_TOOL} from tools t where t.id = any($1::text[])`, [ids]);
  const tools = new Map(rows.map((each) => [each.id, withOrderable(each)]));
  refuseOut(wanted, tools);
  const [{ now } = { now: new Date() }] = await raw<{ now: Date }>('select now() as now');
  const shop = await settingsNow(tx);
  const clock = clockOf(new Date(now), shop);
  const ordered = await tx.select().from(orderLines).where(eq(orderLines.orderId, order.id));
  const byTool = new Map(ordered.map((line) => [line.toolId, line]));
  const lines = wanted.map(({ toolId, quantity }): PlacedLine => {
    const { toolName, sku, buyerNumber } = byTool.get(toolId)!;
    return {
      toolId,
      toolName,
      sku,
      buyerNumber,
      unitPriceCents: 0,
      priceUnit: 1,
      quantity,
      pack: null,
      shares: sharesOf(tools.get(toolId)!, quantity, clock),
    };
  });
  const made: NewOrderRow = {
    ...order,
    id: newId(),
    state: 'free',
    returnId: row.id,
    note: '',
    lineCount: lines.length,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    weightGrams: wanted.reduce(
      (sum, { toolId, quantity }) => sum + quantity * (tools.get(toolId)!.weightGrams ?? 0),
      0,
    ),
    freightCents: 0,
    surchargeCents: 0,
    taxCents: 0,
    totalCents: 0,
    createdAt: new Date(now),
    paidAt: new Date(now),
    holdUntil: null,
    idempotencyKey: null,
    idempotencyHash: null,
    quoteId: null,
    onAccount: false,
    toInvoiceCents: null,
    parts: false,
    wantedDay: null,
  };
  const low = lines.flatMap(({ toolId, shares }) => {
    const { availableQuantity, minOrderQuantity } = tools.get(toolId)!;
    const taken = shares.find(({ batch, day }) => batch === null && day === null)?.quantity ?? 0;
    return taken > 0 && availableQuantity - taken < minOrderQuantity ? [toolId] : [];
  });
  const number = await writeOrder(raw, made, lines, { low, emptyBasket: false });
  return { id: made.id, number: String(number), toolIds: ids };
}

function refuseOut(wanted: Line[], tools: ReadonlyMap<string, KnownTool>): void {
  refuseLines(
    wanted.flatMap(({ toolId, quantity }, index) => {
      const tool = tools.get(toolId) ?? null;
      return tool && quantity > tool.orderable ? [refusedLine('OUT_OF_STOCK', tool, quantity, `lines.${index}.`)] : [];
    }),
  );
}
