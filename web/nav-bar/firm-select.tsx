import { type ReactNode, useEffect, useId } from 'react';
import { useSource } from '#web/api/use-source.ts';
import { chooseBuyer, hearBuyer, myBuyerOf } from '#web/queries/buying/my-buyer.ts';
import { buyFor, keepHasFirms } from '#web/session/whom.ts';
import { type BuyingFor, useBuyingFor } from '#web/session/buying-for.ts';
import { myFirmsOf } from '#web/queries/buying/own-firms.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  user: SessionUser;
  /** For a place within the bar's row. */
  isShort?: boolean;
  untilKnown?: ReactNode;
  label?: string;
}

/** The firms that somebody may buy for; nothing for who belongs to none. */
export function FirmSelect({ user, isShort = false, untilKnown = null, label = 'Buy for' }: Props) {
  const id = useId();
  const firms = useSource(myFirmsOf(user));
  const buyer = useSource(myBuyerOf(user));
  const chosen = useBuyingFor();
  useEffect(() => {
    if (buyer) hearBuyer(buyer);
  }, [buyer]);
  const has = firms && firms.length > 0;
  useEffect(() => {
    if (has !== undefined) keepHasFirms(has);
  }, [has]);
  if (chosen?.isPreview) {
    const end = () => {
      buyFor(null);
      if (buyer) hearBuyer(buyer);
    };
    return isShort ? null : <Preview firm={chosen} onEnd={end} />;
  }
  if (!firms) return untilKnown;
  if (firms.length === 0) return null;
  const choose = (value: string) => {
    const firm = firms.find(({ _id }) => _id === value);
    chooseBuyer(user, firm ? { id: firm._id, name: firm.name } : null).catch(() =>
      toast.error('The shop could not keep for whom you buy. Please choose again.'),
    );
  };
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className={isShort ? 'sr-only' : 'shrink-0'}>
        {label}
      </label>
      <select
        id={id}
        title={isShort ? label : undefined}
        className={`select select-sm w-auto min-w-0 ${isShort ? 'max-w-34' : 'max-w-60'}`}
        value={chosen?.id ?? ''}
        onChange={({ target: { value } }) => choose(value)}
      >
        <option value="">Myself</option>
        {firms.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** That staff see the prices of a firm, and the way back. */
function Preview({ firm, onEnd }: { firm: BuyingFor; onEnd: () => void }) {
  return (
    <p role="status" data-preview className="flex min-w-0 items-center gap-2 text-sm">
      <span className="min-w-0 truncate">As {firm.name} sees it</span>
      <button type="button" className="btn btn-sm" onClick={onEnd}>
        End preview
      </button>
    </p>
  );
}
