import { attributeOf, childrenOf, type Element, elementAt, textAt } from '#server/buying/punchout/cxml-read.ts';
import { type Connected, messageOf, type Play, type SentOrder, statusOf } from './punchout-side.ts';

const DOOR = '/punchout/cxml';
const PACK = 12;
/** A buyer's system breaks off after so long at most. */
const CUT_WITHIN_MS = 60;

/** Orders what came back, in one message that is sent up to three times at once, some of it cut. */
export async function sendOrder(play: Play, connection: Connected, basket: Element): Promise<void> {
  const { chance, side, counted, broken, orders } = play;
  const id = `PO-${orders.length + 1}`;
  const items = childrenOf(basket, 'ItemIn');
  const request = requestOf(id, items);
  const order: SentOrder = {
    connection,
    id,
    message: messageOf(connection, connection.secret, `p-${id}`, request),
    lines: linesOf(items),
    said: [],
    wasCut: false,
  };
  orders.push(order);
  const sendings = 1 + chance.below(3);
  counted.replays += sendings - 1;
  const noteCut = () => void (order.wasCut = true);
  await Promise.all(
    Array.from({ length: sendings }, async (_, sending) => {
      if (sending > 0 && chance.chance(0.5)) {
        const cut = await side.once(DOOR, order.message, 1 + chance.below(CUT_WITHIN_MS));
        if (cut.status === 0) counted.cut++;
        if (cut.status === 0) return noteCut();
      }
      const said = statusOf(await side.untilAnswered(DOOR, order.message, noteCut));
      order.said.push(said);
      if (said !== '200' && said !== '409') broken.twice.push(`${id} was answered ${said}`);
    }),
  );
  if (!order.said.includes('200') || chance.chance(0.5)) return;
  counted.replays++;
  const other = messageOf(connection, connection.secret, `q-${id}`, request);
  const said = statusOf(await side.untilAnswered(DOOR, other));
  if (said !== '409') broken.twice.push(`another message with the number of ${id} was answered ${said}`);
}

/** Every message that placed an order once more, after all of it. @returns what was not answered as before */
export async function orderAllAgain({ orders, side, counted }: Play): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, message, said } of orders) {
    if (!said.includes('200')) continue;
    counted.replays++;
    const again = await side.untilAnswered(DOOR, message);
    if (statusOf(again) !== '200' || !again.text.includes('was placed before'))
      wrong.push(`${id} again: ${again.text}`);
  }
  return wrong;
}

function requestOf(id: string, items: readonly Element[]): string {
  const lines = items.map((item) => {
    const [price, unit] = ['UnitPrice/Money', 'UnitOfMeasure'].map((name) => textAt(item, `ItemDetail/${name}`));
    const basis = attributeOf(elementAt(item, 'ItemDetail/PriceBasisQuantity'), 'quantity');
    return `<ItemOut quantity="${attributeOf(item, 'quantity')}" lineNumber="${attributeOf(item, 'lineNumber')}"><ItemID><SupplierPartID>${textAt(item, 'ItemID/SupplierPartID')}</SupplierPartID><SupplierPartAuxiliaryID>${textAt(item, 'ItemID/SupplierPartAuxiliaryID')}</SupplierPartAuxiliaryID></ItemID><ItemDetail><UnitPrice><Money currency="USD">${price}</Money></UnitPrice><Description xml:lang="en">x</Description><UnitOfMeasure>${unit}</UnitOfMeasure><PriceBasisQuantity quantity="${basis}" conversionFactor="1"><UnitOfMeasure>${unit}</UnitOfMeasure></PriceBasisQuantity></ItemDetail></ItemOut>`;
  });
  return `<OrderRequest><OrderRequestHeader orderID="${id}" orderDate="2026-01-12T18:41:29-08:00" type="new"><Total><Money currency="USD">1.00</Money></Total></OrderRequestHeader>${lines.join('')}</OrderRequest>`;
}

function linesOf(items: readonly Element[]): SentOrder['lines'] {
  return new Map(
    items.map((item) => {
      const [toolId = '', pack] = textAt(item, 'ItemID/SupplierPartAuxiliaryID').split(':');
      const pieces = pack === undefined ? 1 : PACK;
      const cents = Math.round((Number(textAt(item, 'ItemDetail/UnitPrice/Money')) * 100) / pieces);
      return [toolId, { pieces: Number(attributeOf(item, 'quantity')) * pieces, cents }];
    }),
  );
}
