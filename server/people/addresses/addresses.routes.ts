import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { addAddress, addressesOf, changeAddress, listAddresses, removeAddress } from './addresses.ts';

export function addressHandlers({ database }: Parts) {
  return {
    listAddresses: ({ caller }) => listAddresses(database.db, { userId: caller.userId }),
    customerAddresses: ({ params }) => addressesOf(database.db, params.email),
    addAddress: ({ caller, body }) => transaction(database, (tx) => addAddress(tx, { userId: caller.userId }, body)),
    changeAddress: ({ caller, params, body }) =>
      transaction(database, (tx) => changeAddress(tx, { userId: caller.userId }, params.id, body)),
    removeAddress: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await removeAddress(tx, { userId: caller.userId }, params.id);
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}
