import type { CompanyAddress } from '#contract/buying/company-addresses.ts';
import type { Address } from '#contract/people/addresses.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdating } from '../outdate.ts';
import { addressBookOf } from '../people/addresses.ts';

type CompanyAddressInput = BodyInput<'addCompanyAddress'>;

/** The addresses that the people of a company share, the oldest first, in the shape of the user's own address book. */
export function companyAddressesOf({ uid }: Pick<SessionUser, 'uid'>, companyId: string): Source<Address[]> {
  return {
    key: [PERSONAL, uid, 'addresses', companyId],
    fetch: async () => (await userCall('GET /company/:id/addresses', { params: { id: companyId } })).map(inBook),
  };
}

/** What an order for a company can go to: its own addresses, and then the user's. @throws ApiError */
export async function fetchBookFor(user: Pick<SessionUser, 'uid'>, companyId: string): Promise<Address[]> {
  return withCompanies(await companyAddressesOf(user, companyId).fetch(), await addressBookOf(user).fetch());
}

/** A company's addresses before a person's: its default is that of its orders, and its invoices go where its account says. */
export function withCompanies(companies: readonly Address[], own: readonly Address[]): Address[] {
  const isCompanies = companies.length > 0;
  return [
    ...companies,
    ...own.map((address) => ({ ...address, isDefault: address.isDefault && !isCompanies, isInvoiceDefault: false })),
  ];
}

/** Keeps a further address of a company, or changes one. @throws ApiError */
export async function saveCompanyAddress(companyId: string, body: CompanyAddressInput, id?: string): Promise<Address> {
  const kept =
    id === undefined
      ? userCall('POST /company/:id/address', { params: { id: companyId }, body })
      : userCall('PUT /company/:id/address/:addressId', { params: { id: companyId, addressId: id }, body });
  return inBook(await outdating(['addresses'], kept));
}

/** @throws ApiError */
export function removeCompanyAddress(companyId: string, addressId: string): Promise<unknown> {
  return outdating(
    ['addresses'],
    userCall('DELETE /company/:id/address/:addressId', { params: { id: companyId, addressId } }),
  );
}

function inBook(address: CompanyAddress): Address {
  return { ...address, vatId: '', isInvoiceDefault: false };
}
