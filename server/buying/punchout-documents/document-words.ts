import type { Order } from '#contract/buying/orders.ts';
import { BY_THE_PIECE } from '#contract/buying/units.ts';
import { node, type XmlNode } from '#server/buying/punchout/cxml-write.ts';
import type { OrderSaid } from '#server/buying/punchout/punchout.sql.ts';

/** An order that a buyer's system sent, as documents speak of it. */
export interface DocumentedOrder {
  order: Order;
  /** The buyer's number of it, and the message that it came in. */
  buyerOrder: string;
  payload: string;
  lines: OrderSaid['lines'];
  /** What the buyer calls a piece. */
  piece: string;
}

/** The order that a document is about, as the buyer's system knows it. */
export function orderReference({ buyerOrder, payload }: DocumentedOrder): XmlNode {
  return node('OrderReference', { orderID: buyerOrder }, node('DocumentReference', { payloadID: payload }));
}

/** What a line is called by the buyer, and in which unit these numbers of pieces are whole; pieces, where its own is none. */
export function buyersLine(
  { order, lines, piece }: DocumentedOrder,
  toolId: string,
  quantities: readonly number[],
): { line: string; unit: string; pieces: number } {
  const position = order.lines.findIndex((line) => line.toolId === toolId) + 1;
  const known = lines[toolId] ?? { line: String(position), unit: piece, pieces: 1 };
  const isWhole = quantities.every((quantity) => quantity % known.pieces === 0);
  return isWhole ? known : { line: known.line, unit: known.pieces === 1 ? known.unit : piece, pieces: 1 };
}

export function unitNode(unit: string): XmlNode {
  return node('UnitOfMeasure', {}, unit === '' ? BY_THE_PIECE.code : unit);
}
