import { node, stamp, type XmlNode } from '#server/buying/punchout/cxml-write.ts';
import { buyersLine, type DocumentedOrder, orderReference, unitNode } from './document-words.ts';

/** What is confirmed: all of an order, none of it, or what left before the rest was closed. */
export type Confirmed = 'accept' | 'reject' | 'except';

/** @param earlier the number of the message that accepted the order, where one did */
export function confirmation(
  about: DocumentedOrder,
  { confirmed, at, earlier }: { confirmed: Confirmed; at: Date; earlier: string | null },
): XmlNode {
  const header = node(
    'ConfirmationHeader',
    {
      type: confirmed,
      confirmID: about.order.number,
      noticeDate: stamp(at),
      operation: earlier === null ? 'new' : 'update',
    },
    earlier === null ? null : node('DocumentReference', { payloadID: earlier }),
  );
  const items = confirmed === 'except' ? about.order.lines.map((line) => itemOf(about, line)) : [];
  return node('ConfirmationRequest', {}, header, orderReference(about), ...items);
}

/** What of a line left, and what never will. */
function itemOf(
  about: DocumentedOrder,
  { toolId, quantity, shipped }: DocumentedOrder['order']['lines'][number],
): XmlNode {
  const { line, unit, pieces } = buyersLine(about, toolId, [quantity, shipped]);
  const statuses = [
    ['accept', shipped],
    ['reject', quantity - shipped],
  ] as const;
  return node(
    'ConfirmationItem',
    { lineNumber: line, quantity: String(quantity / pieces) },
    unitNode(unit),
    ...statuses
      .filter(([, count]) => count > 0)
      .map(([type, count]) => node('ConfirmationStatus', { type, quantity: String(count / pieces) }, unitNode(unit))),
  );
}
