import type { FirmAddress } from '#contract/buying/firm-addresses.ts';
import type { Address } from '#contract/people/addresses.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { addAddress, changeAddress, listAddresses, removeAddress } from '#server/people/addresses/addresses.ts';
import { requireMember, requireReader } from './membership.ts';

export function firmAddressHandlers({ database }: Parts) {
  return {
    listFirmAddresses: async ({ caller, params: { id } }) => {
      await requireReader(database.db, caller, id);
      return (await listAddresses(database.db, { companyId: id })).map(presentFirmAddress);
    },

    addFirmAddress: ({ caller, params: { id }, body }) =>
      transaction(database, async (tx) => {
        await requireMember(tx, caller, id, 'facts');
        return presentFirmAddress(await addAddress(tx, { companyId: id }, body));
      }),

    changeFirmAddress: ({ caller, params: { id, addressId }, body }) =>
      transaction(database, async (tx) => {
        await requireMember(tx, caller, id, 'facts');
        return presentFirmAddress(await changeAddress(tx, { companyId: id }, addressId, body));
      }),

    removeFirmAddress: ({ caller, params: { id, addressId } }) =>
      transaction(database, async (tx) => {
        await requireMember(tx, caller, id, 'facts');
        await removeAddress(tx, { companyId: id }, addressId);
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}

function presentFirmAddress({ vatId: _vatId, isInvoiceDefault: _isInvoiceDefault, ...shown }: Address): FirmAddress {
  return shown;
}
