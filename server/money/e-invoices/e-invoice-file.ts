import type { EInvoiceFormat } from '#contract/money/papers.ts';
import type { Db } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type Invoice, modelNow } from '#server/buying/invoices/invoices.ts';
import { keptFile } from '#server/buying/invoices/issued-files.ts';
import type { EInvoice, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { ciiOf } from './cii.ts';
import { missingFacts } from './missing-facts.ts';
import { ublOf } from './ubl.ts';
import type { Issue } from '#contract/errors.ts';

type Paper = Pick<Invoice, 'number' | 'orderId' | 'document'>;

/**
 * The e-invoice as XML, in the bytes that it had when it was first made.
 * @throws AppError INVOICE_FACTS_MISSING with an issue for each fact that the format asks for
 */
export function eInvoiceXml(db: Db, paper: Paper, format: EInvoiceFormat): Promise<Uint8Array<ArrayBuffer>> {
  return keptFile(db, { number: paper.number, format, tells: '' }, async () => {
    const model = await knownNow(db, paper, format);
    const issues = missingFacts(model, format);
    if (issues.length > 0)
      throw new AppError(
        'INVOICE_FACTS_MISSING',
        'This e-invoice cannot be made: facts that its rules need are missing.',
        { issues },
      );
    return new TextEncoder().encode(format === 'cii' ? ciiOf(model) : ublOf(model, format));
  });
}

/** As the paper was issued; where the format asks for what was missing then, with that as it is said now. */
async function knownNow(db: Db, paper: Paper, format: EInvoiceFormat): Promise<EInvoice> {
  const { model } = paper.document;
  const issues = missingFacts(model, format);
  return issues.length === 0 ? model : withLaterFacts(model, await modelNow(db, paper), issues);
}

/** The same; undefined where facts are missing. */
export async function eInvoiceWhereKnown(
  ...asked: Parameters<typeof eInvoiceXml>
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await eInvoiceXml(...asked);
  } catch (error) {
    if (error instanceof AppError && error.code === 'INVOICE_FACTS_MISSING') return undefined;
    throw error;
  }
}

/** A paper as it was issued, with what was missing then, or of no use, as shop, firm and order say it now. What was known stays. */
function withLaterFacts(then: EInvoice, now: EInvoice, issues: readonly Issue[]): EInvoice {
  const asked = new Set(issues.map(({ path }) => path.replace(/\.(?:street|town|postalCode)$/, '')));
  const text = (path: string, known: string, later: string) => (known === '' || asked.has(path) ? later : known);
  const party = (known: Party, later: Party, at: string, email: string): Party => ({
    name: text(`${at}name`, known.name, later.name),
    vatId: text(`${at}vatId`, known.vatId, later.vatId),
    registration: text(`${at}registration`, known.registration, later.registration),
    address: asked.has(`${at}invoiceAddress`) ? place(known.address, later.address) : known.address,
    contact: {
      name: text(`${at}contact.name`, known.contact.name, later.contact.name),
      phone: text(`${at}contact.phone`, known.contact.phone, later.contact.phone),
      email: text(email, known.contact.email, later.contact.email),
    },
    peppolId: text(`${at}peppolId`, known.peppolId, later.peppolId),
  });
  return {
    ...then,
    seller: party(then.seller, now.seller, 'company.', 'company.contact.email'),
    buyer: party(then.buyer, now.buyer, '', 'invoiceEmail'),
    buyerReference: text('buyerReference', then.buyerReference, now.buyerReference),
  };
}

/** An address is of one place: it is taken as a whole, where what was known of its parts is so still. */
function place(known: PartyAddress, later: PartyAddress): PartyAddress {
  const isThere = known.city === '' || (known.city === later.city && known.lines[0] === later.lines[0]);
  return isThere && known.country === later.country ? later : known;
}
