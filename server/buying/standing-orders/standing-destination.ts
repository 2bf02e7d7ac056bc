import type { Address } from '#contract/people/addresses.ts';
import type { Db } from '#server/engine/db/client.ts';
import { listAddresses } from '#server/people/addresses/addresses.ts';

/** Where a standing order goes, and to whom its invoice does where that is another address of the same person. */
export interface Destination {
  address: Address;
  invoice: Address | null;
}

/** The default address of the company's book, else of the person's own; null where neither has any. */
export async function destinationOf(
  db: Db,
  { userId, companyId }: { userId: string; companyId: string | null },
): Promise<Destination | null> {
  const shared = companyId === null ? [] : await listAddresses(db, { companyId });
  const own = await listAddresses(db, { userId });
  const address = [...shared, ...own].find(({ isDefault }) => isDefault);
  if (!address) return null;
  // The invoice of a company goes where the company says.
  return { address, invoice: companyId === null ? (own.find((each) => each.isInvoiceDefault) ?? null) : null };
}

/** Name, company and street as lines. */
export function writtenDestination({ address }: Destination): string {
  const { name, company, street, extra, postalCode, town, region } = address;
  return [name, company, street, extra, `${postalCode} ${town}`.trim(), region]
    .filter((line) => line !== '')
    .join('\n');
}
