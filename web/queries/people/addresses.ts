import type { Address } from '#contract/people/addresses.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdating } from '../outdate.ts';

export type AddressInput = BodyInput<'addAddress'>;

/** The signed-in user's own address book, the oldest first. */
export function addressBookOf({ uid }: Pick<SessionUser, 'uid'>): Source<Address[]> {
  return { key: [PERSONAL, uid, 'addresses'], fetch: () => userCall('GET /my-address', {}) };
}

/** A customer's address book, for those who order for them. @throws ApiError */
export function fetchCustomerAddresses(email: string): Promise<Address[]> {
  return userCall('GET /user/:email/address', { params: { email } });
}

/** Keeps a further address, or changes one. @throws ApiError */
export function saveAddress(body: AddressInput, id?: string): Promise<Address> {
  return outdating(
    ['addresses'],
    id === undefined
      ? userCall('POST /my-address', { body })
      : userCall('PUT /my-address/:id', { params: { id }, body }),
  );
}

/** @throws ApiError */
export function removeAddress(id: string): Promise<unknown> {
  return outdating(['addresses'], userCall('DELETE /my-address/:id', { params: { id } }));
}
