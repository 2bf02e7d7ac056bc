import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Address } from '#contract/people/addresses.ts';
import { companyAddressesOf, removeCompanyAddress } from '#web/queries/buying/company-addresses.ts';
import { addressBookOf, type AddressInput, removeAddress } from '#web/queries/people/addresses.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';
import { say } from '#web/saying/say.ts';
import { Said } from '#web/shell/said.tsx';
import AddressDialog from './address-dialog.tsx';
import { inOneLine, parcelLines } from './address-words.ts';

interface Props {
  user: SessionUser;
  title: string;
  /** What it says where nothing is kept. */
  none: string;
  /** A company's, which its people share; left out: the user's own. */
  companyId?: string;
  /** Whether the user may change it. */
  mayChange: boolean;
  /** What a new address begins with. */
  begin: Partial<AddressInput>;
}

/** The addresses that the user, or their company, keeps. */
export function AddressBook({ user, title, none, companyId, mayChange, begin }: Props) {
  // Beside the other sections of the page that it stands on.
  const Heading = companyId === undefined ? 'h2' : 'h3';
  const source = companyId === undefined ? addressBookOf(user) : companyAddressesOf(user, companyId);
  const { data, error } = useQuery({ queryKey: source.key, queryFn: () => source.fetch() });
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  const [gone, setGone] = useState<Address | null>(null);
  return (
    <section className="mt-10 max-w-xl" aria-labelledby="address-book">
      <Heading id="address-book" className={`mb-2 font-semibold ${companyId === undefined ? 'text-xl' : 'text-lg'}`}>
        {title}
      </Heading>
      {error && !data && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-32" role="status" aria-label={say('Loading the addresses')} />}
      {data?.length === 0 && <p className="muted mb-3">{none}</p>}
      {data && data.length > 0 && (
        <ul className="border-base-300 mb-4 border-t">
          {data.map((address) => (
            <Kept
              key={address._id}
              address={address}
              onEdit={mayChange ? () => setEdited(address) : undefined}
              onRemove={mayChange ? () => setGone(address) : undefined}
            />
          ))}
        </ul>
      )}
      {data && mayChange && (
        <button type="button" className="btn" onClick={() => setEdited('new')}>
          {say('Add an address')}
        </button>
      )}
      {edited && (
        <AddressDialog
          {...(edited === 'new' ? { begin } : { address: edited })}
          {...(companyId === undefined ? {} : { companyId })}
          onSaved={(saved) => toast.success(`Saved: ${inOneLine(saved)}`)}
          onClose={() => setEdited(null)}
        />
      )}
      {gone && <RemoveDialog address={gone} companyId={companyId} onClose={() => setGone(null)} />}
    </section>
  );
}

interface KeptProps {
  address: Address;
  onEdit: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

function Kept({ address, onEdit, onRemove }: KeptProps) {
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
          {isDefault && <span className="badge badge-sm badge-outline font-normal">{say('Deliveries')}</span>}
          {isInvoiceDefault && <span className="badge badge-sm badge-outline font-normal">{say('Invoices')}</span>}
        </p>
        <p className="muted text-sm break-words">{lines.filter((line) => line !== '').join(', ')}</p>
      </div>
      <div className="flex gap-2">
        {onEdit && (
          <button type="button" className="btn btn-sm" aria-label={say('Change {title}', { title })} onClick={onEdit}>
            {say('Change')}
          </button>
        )}
        {onRemove && (
          <button
            type="button"
            className="btn btn-sm btn-ghost"
            aria-label={say('Remove {title}', { title })}
            onClick={onRemove}
          >
            {say('Remove')}
          </button>
        )}
      </div>
    </li>
  );
}

interface RemoveProps {
  address: Address;
  companyId: string | undefined;
  onClose: () => void;
}

function RemoveDialog({ address, companyId, onClose }: RemoveProps) {
  const { _id: id } = address;
  const remove = () => (companyId === undefined ? removeAddress(id) : removeCompanyAddress(companyId, id));
  return (
    <ConfirmOrSayWhy action={say('Remove')} run={remove} onClose={onClose}>
      <Said
        text={say('<address>{address}</address> will be removed from these addresses. Existing orders keep theirs.', {
          address: inOneLine(address),
        })}
        tags={{ address: (words) => <strong>{words}</strong> }}
      />
    </ConfirmOrSayWhy>
  );
}
