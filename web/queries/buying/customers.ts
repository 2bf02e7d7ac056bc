import { useQuery } from '@tanstack/react-query';
import type { Customer } from '#contract/buying/company-people.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { fetchCustomerAddresses } from '#web/queries/people/addresses.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useUser } from '#web/session/signed-in.ts';

/** Keeps a customer who never registered. @throws ApiError CUSTOMER_EXISTS */
export function addCustomer(body: BodyInput<'addCustomer'>): Promise<Customer> {
  return userCall('POST /customer', { body });
}

/** The address book of one. */
export function useCustomerAddresses(email: string) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'customer-addresses', email],
    queryFn: () => fetchCustomerAddresses(email),
  });
}
