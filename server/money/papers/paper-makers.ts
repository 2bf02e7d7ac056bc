import type { Refund } from '#contract/money/refunds.ts';
import { type DeliveryNoteParts, deliveryNotePdf, labelPdf } from './delivery-note.ts';
import { creditNotePdf, invoicePdf, type PaperParts, proFormaPdf, receiptPdf } from './order-paper.ts';
import { packingSlipsPdf } from './packing-slips.ts';
import { type WritingStyle, wordsIn } from '#server/engine/words/words.ts';
import { type ReturnSlipParts, returnSlipPdf } from './return-slip.ts';
import { type QuotePaperParts, quotePdf } from './quote-paper.ts';
import { shelfLabelsPdf } from './shelf-labels.ts';
import { type StatementParts, statementPdf } from './statement-paper.ts';

/** What a paper is made from, as a thread can be sent it: how words are written comes without the functions that write them. */
type ThreadParts<Parts extends { say: unknown }> = Omit<Parts, 'say'> & WritingStyle;

/** All papers that are made off the way of requests; each is made from what it is given, and nothing else. */
const PAPER_MAKERS = {
  invoice: (parts: ThreadParts<PaperParts>, issued: Parameters<typeof invoicePdf>[1]) =>
    invoicePdf(said(parts), issued),
  'credit-note': (parts: ThreadParts<PaperParts>, note: Parameters<typeof creditNotePdf>[1], refund: Refund) =>
    creditNotePdf(said(parts), note, refund),
  receipt: (parts: ThreadParts<PaperParts>, paidAt: Date, refunds: Refund[]) =>
    receiptPdf(said(parts), paidAt, refunds),
  'pro-forma': (parts: ThreadParts<PaperParts>, link: string) => proFormaPdf(said(parts), link),
  quote: (parts: ThreadParts<QuotePaperParts>, link: string) => quotePdf(said(parts), link),
  'packing-slips': (...given: Parameters<typeof packingSlipsPdf>) => packingSlipsPdf(...given),
  'delivery-note': (parts: ThreadParts<DeliveryNoteParts>) => deliveryNotePdf(said(parts)),
  'return-slip': (parts: ThreadParts<ReturnSlipParts>) => returnSlipPdf(said(parts)),
  'shelf-labels': (...given: Parameters<typeof shelfLabelsPdf>) => shelfLabelsPdf(...given),
  label: (...given: Parameters<typeof labelPdf>) => labelPdf(...given),
  statement: (parts: StatementParts) => statementPdf(parts),
};

type Makers = typeof PAPER_MAKERS;
/** What one of them is made from. */
export type GivenTo<Kind extends keyof Makers> = Parameters<Makers[Kind]>;
/** A paper to be made. */
export type PaperJob = { [Kind in keyof Makers]: { kind: Kind; given: GivenTo<Kind> } }[keyof Makers];

/** The bytes of a paper, as PDF. */
export function paperOf({ kind, given }: PaperJob): Promise<Uint8Array<ArrayBuffer>> {
  // The type of a job holds the two together.
  const make = PAPER_MAKERS[kind] as (...parts: PaperJob['given']) => Promise<Uint8Array<ArrayBuffer>>;
  return make(...given);
}

function said<Parts extends WritingStyle>(parts: Parts) {
  return { ...parts, say: wordsIn(parts) };
}
