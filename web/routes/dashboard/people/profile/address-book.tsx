import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from '#contract/people/addresses.ts';
import AddressDialog from '#web/addresses/address-dialog.tsx';
import { inOneLine, parcelLines } from '#web/addresses/address-words.ts';
import { useSource } from '#web/api/use-source.ts';
import { useAction } from '#web/forms/use-action.ts';
import { addressBookOf, removeAddress } from '#web/queries/people/addresses.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

/** The addresses that the user keeps: where goods go, and where invoices go. */
export function AddressBook({ user, name, phone }: { user: SessionUser; name: string; phone: string }) {
  const source = addressBookOf(user);
  const { data, error } = useQuery({ queryKey: source.key, queryFn: () => source.fetch() });
  const front = useSource(shopFront);
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const [gone, setGone] = useState<Address | null>(null);
  return (
    <section className="mt-10 max-w-xl" aria-labelledby="address-book">
      <h2 id="address-book" className="mb-2 text-xl font-semibold">
        My Addresses
      </h2>
      {error && !data && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-32" role="status" aria-label="Loading what you keep" />}
      {data?.length === 0 && (
        <p className="muted mb-3">
          None yet. Keep works, sites and offices here, and choose among them when you order.
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="border-base-300 mb-4 border-t">
          {data.map((address) => (
            <Kept
              key={address._id}
              address={address}
              onEdit={() => setEdited(address)}
              onRemove={() => setGone(address)}
            />
          ))}
        </ul>
      )}
      {data && (
        <button type="button" className="btn" onClick={() => setEdited('new')}>
          Add an address
        </button>
      )}
      {edited && (
        <AddressDialog
          {...(edited === 'new'
            ? { begin: { name: name || user.displayName, phone, country: front?.company.country ?? '' } }
            : { address: edited })}
          onSaved={(saved) => toast.success(`Saved: ${inOneLine(saved)}`)}
          onClose={() => setEdited(null)}
        />
      )}
      {gone && <RemoveDialog address={gone} onClose={() => setGone(null)} />}
    </section>
  );
}

function Kept({ address, onEdit, onRemove }: { address: Address; onEdit: () => void; onRemove: () => void }) {
  const { label, name, company, phone, isDefault, isInvoiceDefault } = address;
  const title = label || company || name;
  const lines = [
    label === '' ? '' : company,
    label === '' && company === '' ? '' : name,
    ...parcelLines(address),
    phone,
  ];
  return (
    <li className="border-base-300 flex flex-wrap items-start gap-3 border-b py-3">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-semibold break-words">
          {title}
          {isDefault && <span className="badge badge-sm badge-outline font-normal">Deliveries</span>}
          {isInvoiceDefault && <span className="badge badge-sm badge-outline font-normal">Invoices</span>}
        </p>
        <p className="muted text-sm break-words">{lines.filter((line) => line !== '').join(', ')}</p>
      </div>
      <div className="flex gap-2">
        <button type="button" className="btn btn-sm" aria-label={`Change ${title}`} onClick={onEdit}>
          Change
        </button>
        <button type="button" className="btn btn-sm btn-ghost" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </li>
  );
}

function RemoveDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const action = useAction();
  const remove = async () => {
    if (await action.run(() => removeAddress(address._id))) onClose();
  };
  return (
    <ConfirmDialog action="Remove" busy={action.busy} onConfirm={() => void remove()} onClose={onClose}>
      <strong>{inOneLine(address)}</strong> will be out of your addresses. Orders keep theirs.
      {action.problem && (
        <p role="alert" className="text-error mt-3">
          {action.problem.message}
        </p>
      )}
    </ConfirmDialog>
  );
}
