import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { getCustomer, setCustomerNote } from './customers.ts';

export function customerHandlers({ database }: Parts) {
  return {
    getCustomer: ({ params: { id } }) => getCustomer(database.db, id),

    setCustomerNote: ({ caller, params: { id }, body: { note } }) =>
      transaction(database, (tx) => setCustomerNote(tx, caller, id, note)),
  } satisfies Partial<Handlers>;
}
