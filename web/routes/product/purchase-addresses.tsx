import { useEffect, useId, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Address } from '#contract/addresses.ts';
import { AddressDialog } from '#web/addresses/address-dialog.tsx';
import { inOneLine } from '#web/addresses/address-words.ts';
import { useSource } from '#web/api/use-source.ts';
import { type AddressInput, addressBookOf } from '#web/queries/addresses.ts';
import type { SessionUser } from '#web/session/user.ts';

interface Props {
  user: SessionUser;
  /** What was chosen; null: what the form says, and where the goods go. */
  delivery: Address | null;
  invoice: Address | null;
  /** What a new address begins with. */
  begin: Partial<AddressInput>;
  onDelivery: (address: Address | null) => void;
  onInvoice: (address: Address | null) => void;
  /** The book is there, and nothing was chosen yet. */
  onBook: (book: readonly Address[]) => void;
}

const NONE = '';
const NEW = 'new';

/** Where the goods go and where the invoice goes, from the address book or typed in parts; it comes after the form itself. */
export default function PurchaseAddresses({ user, delivery, invoice, begin, onDelivery, onInvoice, onBook }: Props) {
  const book = useSource(useMemo(() => addressBookOf(user), [user]));
  const [adding, setAdding] = useState<'delivery' | 'invoice' | null>(null);
  useEffect(() => {
    if (book) onBook(book);
  }, [book, onBook]);
  if (!book) return <div className="purchase-choices" />;
  const choose = (what: 'delivery' | 'invoice') => (to: string) => {
    if (to === NEW) return setAdding(what);
    const address = book.find(({ _id }) => _id === to) ?? null;
    (what === 'delivery' ? onDelivery : onInvoice)(address);
  };
  return (
    <div className="purchase-choices grid grid-cols-2 gap-x-4">
      <Choice label="Deliver to" none="As written here" book={book} chosen={delivery} onChoose={choose('delivery')} />
      <Choice label="Invoice to" none="Where the goods go" book={book} chosen={invoice} onChoose={choose('invoice')} />
      {/* A form within the form would be sent by the browser itself, with the address in the page's own. */}
      {adding &&
        createPortal(
          <AddressDialog
            once
            begin={begin}
            onSaved={adding === 'delivery' ? onDelivery : onInvoice}
            onClose={() => setAdding(null)}
          />,
          document.body,
        )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** What it says where nothing is chosen. */
  none: string;
  book: readonly Address[];
  chosen: Address | null;
  onChoose: (value: string) => void;
}

const ONCE = 'once';

function Choice({ label, none, book, chosen, onChoose }: ChoiceProps) {
  const id = useId();
  const isKept = book.some(({ _id }) => _id === chosen?._id);
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <select
        id={id}
        className="select w-full"
        value={chosen === null ? NONE : isKept ? chosen._id : ONCE}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value={NONE}>{none}</option>
        {book.map((address) => (
          <option key={address._id} value={address._id}>
            {inOneLine(address)}
          </option>
        ))}
        {chosen && !isKept && <option value={ONCE}>{inOneLine(chosen)}</option>}
        <option value={NEW}>Another address …</option>
      </select>
    </div>
  );
}
