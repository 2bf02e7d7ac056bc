import type { CompanyAddress } from '#contract/buying/company-addresses.ts';
import type { Address } from '#contract/people/addresses.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { addAddress, changeAddress, listAddresses, removeAddress } from '#server/people/addresses/addresses.ts';
import { requireMember, requireReader } from './membership.ts';

export function companyAddressHandlers({ database }: Parts) {
  return {
    listCompanyAddresses: async ({ caller, params: { id } }) => {
      await requireReader(database.db, caller, id);
      return (await listAddresses(database.db, { companyId: id })).map(presentCompanyAddress);
    },

    addCompanyAddress: ({ caller, params: { id }, body }) =>
      transaction(database, async (tx) => {
        await requireMember(tx, caller, id, 'facts');
        return presentCompanyAddress(await addAddress(tx, { companyId: id }, body));
      }),

    changeCompanyAddress: ({ caller, params: { id, addressId }, body }) =>
      transaction(database, async (tx) => {
        await requireMember(tx, caller, id, 'facts');
        return presentCompanyAddress(await changeAddress(tx, { companyId: id }, addressId, body));
      }),

    removeCompanyAddress: ({ caller, params: { id, addressId } }) =>
      transaction(database, async (tx) => {
        await requireMember(tx, caller, id, 'facts');
        await removeAddress(tx, { companyId: id }, addressId);
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}

function presentCompanyAddress({
  vatId: _vatId,
  isInvoiceDefault: _isInvoiceDefault,
  ...shown
}: Address): CompanyAddress {
  return shown;
}
