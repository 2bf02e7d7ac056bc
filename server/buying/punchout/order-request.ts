import { sentence } from '#contract/sentences.ts';
import { and, eq } from 'drizzle-orm';
import { NewOrder, type Order } from '#contract/buying/orders.ts';
import { MAX_PIECES } from '#contract/limits.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { moneyToCents } from '#contract/money.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type Changes, stockTags } from '#server/engine/http/changes.ts';
import { placeOrder } from '#server/buying/orders/place-order.ts';
import { placingOptions } from '#server/buying/orders/placing-options.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { findBuyersTool } from './buyers-tool.ts';
import { attributeOf, childrenOf, type Element, elementAt, textAt } from './cxml-read.ts';
import { readProductId } from './oci-fields.ts';
import { type OrderSaid, type Parties, punchoutConnections, punchoutOrders } from './punchout.sql.ts';
import { type BuyerOfCompany, buyerOfConnection, type Connection } from './sign-in.ts';
import { buyersUnit, ourUnit } from './units.ts';

export interface OrderingParts {
  config: Config;
  database: Database;
  changes: Changes;
  settings: SettingsStore;
}

/** The most lines of one order. */
const MOST_LINES = 1_000;
/** An OrderRequest, with who the message that it came in was from and to. */
interface AskedOrder {
  request: Element;
  payload: string;
  parties: Parties;
}

/** Prices are compared as whole numbers of this part of the currency. */
const SCALE = 1_000_000n;

/** A line as a buyer's system orders it. */
export interface AskedItem {
  tool: Tool;
  pack: Tool['packs'][number] | null;
  pieces: number;
  /** The buyer's number of the line. */
  line: string;
  /** What `basis` of what is ordered cost, in SCALE-ths; null where it says no price. */
  price: bigint | null;
  basis: bigint;
  factor: bigint;
}

function refuse(message: string): AppError {
  return new AppError('VALIDATION_ERROR', { text: message });
}

/** Items as ItemOut has them. @throws AppError 400 for what is not sold, no whole number or too many */
export async function readItems(database: Database, { units }: Connection, items: Element[]): Promise<AskedItem[]> {
  if (items.length > MOST_LINES) throw refuse(`An order may have at most ${MOST_LINES} lines.`);
  const read: AskedItem[] = [];
  for (const item of items) {
    const id = textAt(item, 'ItemID/SupplierPartAuxiliaryID');
    const sku = textAt(item, 'ItemID/SupplierPartID');
    const tool = (await findBuyersTool(database, id)) ?? (await findBuyersTool(database, sku));
    const line = attributeOf(item, 'lineNumber') || String(read.length + 1);
    if (!tool) throw refuse(`Line ${line}: there is no product ${sku.slice(0, 64)}, or it is no longer sold.`);
    const detail = elementAt(item, 'ItemDetail');
    const code = textAt(detail, 'UnitOfMeasure');
    const pack = code === '' ? packNamed(tool, id) : ourUnit(units, tool.packs, code);
    if (pack === undefined)
      throw refuse(`Line ${line}: ${sku.slice(0, 64)} is not sold in the unit ${code.slice(0, 10)}.`);
    const [, whole] = /^(\d{1,10})(?:\.0+)?$/.exec(attributeOf(item, 'quantity')) ?? [];
    const pieces = Number(whole) * (pack?.pieces ?? 1);
    if (!(pieces >= 1 && pieces <= MAX_PIECES)) throw refuse(`Line ${line}: the quantity must be a whole number.`);
    const money = textAt(detail, 'UnitPrice/Money');
    const basis = elementAt(detail, 'PriceBasisQuantity');
    read.push({
      tool,
      pack,
      pieces,
      line: line.slice(0, 20),
      price: money === '' ? null : decimal(money, line),
      basis: basis ? decimal(attributeOf(basis, 'quantity'), line) : SCALE,
      factor: basis ? decimal(attributeOf(basis, 'conversionFactor') || '1', line) : SCALE,
    });
  }
  return read;
}

/** The pack that our own id names, where no unit is said; else pieces. */
function packNamed({ packs }: Tool, id: string) {
  const { unit } = readProductId(id);
  return packs.find((pack) => pack.code === unit) ?? null;
}

/** A decimal number as whole SCALE-ths. @throws AppError 400 */
function decimal(text: string, line: string): bigint {
  const [, whole, part = ''] = /^(\d{1,11})(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) throw refuse(`Line ${line}: ${text.slice(0, 20)} is no amount.`);
  return BigInt(whole) * SCALE + BigInt(part.padEnd(6, '0'));
}

/**
 * Places the order of an OrderRequest on account, once for each number of the buyer's.
 * @returns the order, and whether this very message placed it
 * @throws AppError FORBIDDEN, PRICE_MISMATCH, IDEMPOTENCY_MISMATCH for a number that another message had, and those of POST /order
 */
export async function orderOf(
  parts: OrderingParts,
  connection: Connection,
  { request, payload, parties }: AskedOrder,
): Promise<{ order: Pick<Order, 'number' | 'state'>; isNew: boolean }> {
  const { database } = parts;
  const header = elementAt(request, 'OrderRequestHeader');
  const buyerOrder = attributeOf(header, 'orderID');
  if (buyerOrder === '' || [...buyerOrder].length > 64) throw refuse('orderID must have 1 to 64 characters.');
  if (payload === '' || payload.length > 255) throw refuse('payloadID must have 1 to 255 characters.');
  const buyer = await buyerOfConnection(database, connection);
  const earlier = await earlierOf(database.db, connection, buyerOrder, payload);
  if (earlier) return { order: earlier, isNew: false };
  const items = await readItems(database, connection, childrenOf(request, 'ItemOut'));
  const { currency } = (await parts.settings.read()).settings;
  refuseOtherMoney(request, currency);
  if (items.some(({ price }) => price === null) && textAt(header, 'Total/Money') === '')
    throw refuse('Each line needs its UnitPrice.');
  const wanted = NewOrder.safeParse(wantedOf(header, { buyer, connection, buyerOrder, items }));
  if (!wanted.success) throw refuse(`${wanted.error.issues[0]?.message ?? 'The order cannot be read'}.`);
  const options = await placingOptions(parts, wanted.data);
  const placed = await transaction(database, async (tx) => {
    // Orders of one connection come one after the other, so that a number is taken once.
    await tx
      .select({ id: punchoutConnections.id })
      .from(punchoutConnections)
      .where(eq(punchoutConnections.id, connection.id))
      .for('update');
    const meanwhile = await earlierOf(tx, connection, buyerOrder, payload);
    if (meanwhile) return { order: meanwhile, isNew: false, tools: [] };
    const { order } = await placeOrder(tx, buyer, wanted.data, options);
    refuseOtherPrices(items, order, textAt(header, 'Total/Money'));
    await tx.insert(punchoutOrders).values({
      connectionId: connection.id,
      buyerOrder,
      payload,
      orderId: order._id,
      said: { ...parties, lines: saidLines(connection, items) },
    });
    return { order, isNew: true, tools: order.lines.map(({ toolId }) => toolId) };
  });
  if (placed.isNew) parts.changes.touch(stockTags(placed.tools));
  return placed;
}

/** The order that has this number. @throws AppError IDEMPOTENCY_MISMATCH where it came in another message */
async function earlierOf(db: Tx | Database['db'], { id }: Connection, buyerOrder: string, payload: string) {
  const [found] = await db
    .select({ payload: punchoutOrders.payload, number: orders.number, state: orders.state })
    .from(punchoutOrders)
    .innerJoin(orders, eq(orders.id, punchoutOrders.orderId))
    .where(and(eq(punchoutOrders.connectionId, id), eq(punchoutOrders.buyerOrder, buyerOrder)));
  if (found && found.payload !== payload)
    throw new AppError(
      'IDEMPOTENCY_MISMATCH',
      sentence('The order {buyerOrder} was placed by another message. Give a new order a number of its own.', {
        buyerOrder,
      }),
    );
  return found ? { number: String(found.number), state: found.state as Order['state'] } : null;
}

function refuseOtherMoney(request: Element, currency: string): void {
  const other = childrenOf(request, 'ItemOut')
    .map((item) => attributeOf(elementAt(item, 'ItemDetail/UnitPrice/Money'), 'currency'))
    .find((each) => each !== '' && each !== currency);
  if (other !== undefined) throw refuse(`The shop sells in ${currency}, not in ${other.slice(0, 10)}.`);
}

/** @throws AppError PRICE_MISMATCH where a line, or what no line says the price of, costs something else by now */
function refuseOtherPrices(items: readonly AskedItem[], order: Order, total: string): void {
  const lines = new Map(order.lines.map((line) => [line.toolId, line]));
  for (const { tool, pack, price, basis, factor } of items) {
    const line = lines.get(tool._id);
    if (!line || price === null) continue;
    const ours = BigInt(moneyToCents(line.unitPrice) ?? 0) * BigInt(pack?.pieces ?? 1) * basis * SCALE;
    const theirs = price * 100n * factor * BigInt(line.priceUnit);
    if (ours !== theirs)
      throw new AppError(
        'PRICE_MISMATCH',
        sentence('The price of {sku} is another by now: {unitPrice} for {priceUnit}. Nothing was ordered.', {
          sku: tool.sku ?? tool.name,
          unitPrice: line.unitPrice.toFixed(2),
          priceUnit: line.priceUnit,
        }),
      );
  }
  if (items.every(({ price }) => price !== null)) return;
  if (decimal(total, 'total') !== (BigInt(moneyToCents(order.goods) ?? 0) * SCALE) / 100n)
    throw new AppError(
      'PRICE_MISMATCH',
      sentence('The goods cost {goods} by now. Nothing was ordered.', { goods: order.goods.toFixed(2) }),
    );
}

interface OrderFacts {
  buyer: BuyerOfCompany;
  connection: Connection;
  buyerOrder: string;
  items: readonly AskedItem[];
}

/** As POST /order takes it. */
function wantedOf(header: Element | undefined, { buyer, connection, buyerOrder, items }: OrderFacts): object {
  const shipTo = elementAt(header, 'ShipTo/Address');
  const postal = elementAt(shipTo, 'PostalAddress');
  const streets = childrenOf(postal, 'Street').map(({ text }) => text.trim());
  const people = childrenOf(postal, 'DeliverTo').map(({ text }) => text.trim());
  const company = textAt(shipTo, 'Name');
  const [name = company, ...others] = people.filter((each) => each !== '');
  const comments = childrenOf(header, 'Comments').map(({ text }) => text.trim());
  const wantedBy = elementAt(header, 'ShipTo') && attributeOf(header, 'requestedDeliveryDate').slice(0, 10);
  return {
    companyId: connection.companyId,
    pay: 'account',
    purchaseOrder: buyerOrder,
    name: cut(name || buyer.name, 200),
    phone: phoneOf(shipTo) || buyer.phone || '-',
    note: cut([...comments, wantedBy ? `Wanted on ${wantedBy}` : ''].filter((each) => each !== '').join('\n'), 1_000),
    deliveryAddress: postal
      ? {
          street: streets[0] ?? '',
          extra: cut(
            [company === name ? '' : company, ...others, ...streets.slice(1)].filter((each) => each !== '').join(', '),
            120,
          ),
          postalCode: textAt(postal, 'PostalCode'),
          town: textAt(postal, 'City'),
          region: textAt(postal, 'State'),
          country: attributeOf(elementAt(postal, 'Country'), 'isoCountryCode').toUpperCase(),
        }
      : buyer.address,
    lines: linesOf(items),
  };
}

/** A tool that stands in several lines is one line of ours; counted otherwise in each, it is pieces. */
function linesOf(items: readonly AskedItem[]): object[] {
  const byTool = new Map<string, { pieces: number; pack: AskedItem['pack'] }>();
  for (const { tool, pieces, pack } of items) {
    const there = byTool.get(tool._id);
    byTool.set(tool._id, {
      pieces: pieces + (there?.pieces ?? 0),
      pack: !there || there.pack?.code === pack?.code ? pack : null,
    });
  }
  return [...byTool].map(([toolId, { pieces, pack }]) =>
    pack ? { toolId, quantity: pieces / pack.pieces, unit: pack.code } : { toolId, quantity: pieces },
  );
}

/** By our tools: the buyer's first line of it. A unit counts where all lines of the tool have it; else they are pieces. */
function saidLines({ units }: Connection, items: readonly AskedItem[]): OrderSaid['lines'] {
  const lines: OrderSaid['lines'] = {};
  for (const { tool, pack, line } of items) {
    const there = lines[tool._id];
    const counted = { unit: buyersUnit(units, pack), pieces: pack?.pieces ?? 1 };
    if (!there) lines[tool._id] = { line, ...counted };
    else if (there.unit !== counted.unit) lines[tool._id] = { ...there, unit: buyersUnit(units, null), pieces: 1 };
  }
  return lines;
}

function phoneOf(address: Element | undefined): string {
  const number = elementAt(address, 'Phone/TelephoneNumber');
  const [country, area, own] = ['CountryCode', 'AreaOrCityCode', 'Number'].map((name) => textAt(number, name));
  const parts = [country ? `+${country}` : '', area ?? '', own ?? ''].filter((each) => each !== '');
  return cut(own ? parts.join(' ') : '', 40);
}

function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('');
}
