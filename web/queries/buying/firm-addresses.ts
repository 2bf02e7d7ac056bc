import type { FirmAddress } from '#contract/buying/firm-addresses.ts';
import type { Address } from '#contract/people/addresses.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdating } from '../outdate.ts';
import { addressBookOf } from '../people/addresses.ts';

type FirmAddressInput = BodyInput<'addFirmAddress'>;

/** The addresses that the people of a firm share, the oldest first, written as those of an own book are. */
export function firmAddressesOf({ uid }: Pick<SessionUser, 'uid'>, companyId: string): Source<Address[]> {
  return {
    key: [PERSONAL, uid, 'addresses', companyId],
    fetch: async () => (await userCall('GET /company/:id/addresses', { params: { id: companyId } })).map(inBook),
  };
}

/** What an order for a firm can go to: its own addresses, and then the user's. @throws ApiError */
export async function fetchBookFor(user: Pick<SessionUser, 'uid'>, companyId: string): Promise<Address[]> {
  return withFirms(await firmAddressesOf(user, companyId).fetch(), await addressBookOf(user).fetch());
}

/** A firm's addresses before a person's: its default is that of its orders, and its invoices go where its account says. */
export function withFirms(firms: readonly Address[], own: readonly Address[]): Address[] {
  const isFirms = firms.length > 0;
  return [
    ...firms,
    ...own.map((address) => ({ ...address, isDefault: address.isDefault && !isFirms, isInvoiceDefault: false })),
  ];
}

/** Keeps a further address of a firm, or changes one. @throws ApiError */
export async function saveFirmAddress(companyId: string, body: FirmAddressInput, id?: string): Promise<Address> {
  const kept =
    id === undefined
      ? userCall('POST /company/:id/address', { params: { id: companyId }, body })
      : userCall('PUT /company/:id/address/:addressId', { params: { id: companyId, addressId: id }, body });
  return inBook(await outdating(['addresses'], kept));
}

/** @throws ApiError */
export function removeFirmAddress(companyId: string, addressId: string): Promise<unknown> {
  return outdating(
    ['addresses'],
    userCall('DELETE /company/:id/address/:addressId', { params: { id: companyId, addressId } }),
  );
}

function inBook(address: FirmAddress): Address {
  return { ...address, vatId: '', isInvoiceDefault: false };
}
