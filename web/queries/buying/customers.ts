import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Customer } from '#contract/buying/company-people.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { fetchCustomerAddresses } from '#web/queries/people/addresses.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Keeps a customer who never registered. @throws ApiError CUSTOMER_EXISTS */
export function addCustomer(body: BodyInput<'addCustomer'>): Promise<Customer> {
  return userCall('POST /customer', { body });
}

const customerKey = (uid: string, id: string) => [PERSONAL, uid, 'customer', id];

/** One customer, for staff. */
export function useCustomer({ uid }: SessionUser, id: string) {
  return useQuery({
    queryKey: customerKey(uid, id),
    queryFn: ({ signal }) => userCall('GET /customer/:id', { params: { id }, signal }),
  });
}

export function useSetCustomerNote({ uid }: SessionUser, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => userCall('PUT /customer/:id/note', { params: { id }, body: { note } }),
    onSettled: () => client.invalidateQueries({ queryKey: customerKey(uid, id) }),
  });
}

/** The address book of one. */
export function useCustomerAddresses({ uid }: SessionUser, email: string) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'customer-addresses', email],
    queryFn: () => fetchCustomerAddresses(email),
  });
}
