import { parcelLines } from '#web/addresses/address-words.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { Part } from '#web/ui/part.tsx';

/** The address book of a customer. */
export function CustomerAddresses({ email }: { email: string }) {
  const { data, error } = usePersonal(['customer-addresses', email], 'GET /user/:email/address', { params: { email } });
  return (
    <Part id="addresses-of-customer" title="Addresses">
      {error && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-16 w-full" role="status" aria-label="Loading the addresses" />}
      {data?.length === 0 && <p>No addresses saved.</p>}
      {data && data.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {data.map((address) => (
            <li key={address._id} className="break-words">
              {address.label !== '' && <strong className="block">{address.label}</strong>}
              <span>
                {[address.name, address.company, ...parcelLines(address)].filter((line) => line !== '').join(', ')}
              </span>
              <span className="muted block text-sm">
                {[address.isDefault && 'Deliveries', address.isInvoiceDefault && 'Invoices'].filter(Boolean).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
