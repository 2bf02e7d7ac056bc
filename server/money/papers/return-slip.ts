import { filledLines } from '#contract/people/address-lines.ts';
import type { Return } from '#contract/money/returns.ts';
import { codeAt } from './packing-slips.ts';
import { beside, head, type HeadParts } from './paper-parts.ts';
import { sellerLines } from './paper-words.ts';
import type { Words } from '#server/engine/words/words.ts';

/** What a return slip is made from: a return that was agreed, whose pieces are to be sent back. */
export interface ReturnSlipParts extends Omit<HeadParts, 'facturX'> {
  found: Return;
}

function kindIn(kind: Return['lines'][number]['kind'], say: Words): string {
  switch (kind) {
    case 'damaged':
      return say('Damaged');
    case 'wrong':
      return say('Wrong');
    case 'missing':
      return say('Missing');
    case 'unwanted':
      return say('Not wanted');
  }
}

/** What lies in a parcel that comes back: where it goes, what is in it, and the return's number as a code for a scanner. */
export async function returnSlipPdf(parts: ReturnSlipParts): Promise<Uint8Array<ArrayBuffer>> {
  const { found, say, seller } = parts;
  const { until, instructions } = found.answer ?? {};
  const sheet = head(parts, say('Return {number}', { number: found.number }), new Date(found.createdAt), [
    [say('Order'), found.orderNumber],
    [say('Reported'), say.day(found.createdAt)],
    [say('Send by'), until === undefined ? '' : say.written(until)],
  ]);
  codeAt(sheet, found.number, sheet.y);
  beside(sheet, [
    [say('Send to'), sellerLines(seller, say)],
    [say('From'), filledLines(found.company ?? '', found.buyer.name)],
  ]);
  sheet.y += 30;
  await sheet.table(
    [
      { head: say('SKU'), from: 0, to: 0.2 },
      { head: say('Tool'), from: 0.21, to: 0.64 },
      { head: say('What is wrong'), from: 0.65, to: 0.84 },
      { head: say('Pieces'), from: 0.84, to: 1, align: 'right' },
    ],
    found.lines
      .filter(({ kind }) => kind !== 'missing')
      .map(({ sku, tool, kind, quantity }) => [sku ?? '', tool, kindIn(kind, say), say.pieces(quantity)]),
  );
  sheet.y += 8;
  sheet.flow(say('Please put this slip into the parcel.'), 0, sheet.width);
  if (instructions !== undefined) sheet.flow(instructions, 0, sheet.width);
  return sheet.finish();
}
