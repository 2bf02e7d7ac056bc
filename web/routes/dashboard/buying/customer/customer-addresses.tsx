import { parcelLines } from '#web/addresses/address-words.ts';
import { useCustomerAddresses } from '#web/queries/buying/customers.ts';

/** The address book of a customer. */
export function CustomerAddresses({ email }: { email: string }) {
  const { data, error } = useCustomerAddresses(email);
  return (
    <section aria-labelledby="addresses-of-customer" className="mt-8">
      <h3 id="addresses-of-customer" className="mb-2 text-lg font-semibold">
        Addresses
      </h3>
      {error && <p role="alert">{error.message}</p>}
      {!error && !data && <div className="skeleton h-16 w-full" role="status" aria-label="Loading the addresses" />}
      {data?.length === 0 && <p>They keep no addresses.</p>}
      {data && data.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {data.map((address) => (
            <li key={address._id} className="break-words">
              {address.label !== '' && <strong className="block">{address.label}</strong>}
              {[address.name, address.company, ...parcelLines(address)].filter((line) => line !== '').join(', ')}
              <span className="muted block text-sm">
                {[address.isDefault && 'For goods', address.isInvoiceDefault && 'For invoices']
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
