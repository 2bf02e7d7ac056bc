import { node, stamp, type XmlNode } from '#server/buying/punchout/cxml-write.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import { buyersLine, type DocumentedOrder, orderReference, unitNode } from './document-words.ts';

/** What left the house together. @param at when that is said */
export function shipNotice(about: DocumentedOrder, shipment: Shipment, at: Date): XmlNode {
  const { _id, number, carrier, trackingNumber, shippedAt, lines } = shipment;
  return node(
    'ShipNoticeRequest',
    {},
    node('ShipNoticeHeader', {
      shipmentID: number ?? _id,
      noticeDate: stamp(at),
      shipmentDate: stamp(new Date(shippedAt)),
      operation: 'new',
    }),
    trackingNumber === null
      ? null
      : node(
          'ShipControl',
          {},
          node('CarrierIdentifier', { domain: 'companyName' }, carrier),
          node('ShipmentIdentifier', {}, trackingNumber),
        ),
    node(
      'ShipNoticePortion',
      {},
      orderReference(about),
      ...lines.map(({ toolId, quantity }, index) => {
        const { line, unit, pieces } = buyersLine(about, toolId, [quantity]);
        const attributes = {
          shipNoticeLineNumber: String(index + 1),
          lineNumber: line,
          quantity: String(quantity / pieces),
        };
        const { sku = null } = about.order.lines.find((each) => each.toolId === toolId) ?? {};
        return node(
          'ShipNoticeItem',
          attributes,
          node('ItemID', {}, node('SupplierPartID', {}, sku ?? toolId)),
          unitNode(unit),
        );
      }),
    ),
  );
}
