import type { Customer } from '#contract/buying/company-people.ts';
import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';

/** Keeps a customer who never registered. @throws ApiError CUSTOMER_EXISTS */
export function addCustomer(body: BodyInput<'addCustomer'>): Promise<Customer> {
  return userCall('POST /customer', { body });
}
