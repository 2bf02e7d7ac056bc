import type { Complaint } from '#server/engine/http/app-error.ts';
import type { EInvoice, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';

/** A paper as it was issued, with what was missing then, or of no use, as shop, company and order say it now. What was known stays. */
export function withLaterFacts(then: EInvoice, now: EInvoice, issues: readonly Complaint[]): EInvoice {
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
