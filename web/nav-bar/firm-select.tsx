import { type ReactNode, useEffect, useId } from 'react';
import { useSource } from '#web/api/use-source.ts';
import { buyFor, type BuyingFor, keepHasFirms, useBuyingFor } from '#web/session/buying-for.ts';
import { myFirmsOf } from '#web/queries/buying/own-firms.ts';
import type { SessionUser } from '#web/session/user.ts';

interface Props {
  user: SessionUser;
  isShort: boolean;
  untilKnown: ReactNode;
}

/** The firms that somebody may buy for; nothing for who belongs to none. */
export function FirmSelect({ user, isShort, untilKnown }: Props) {
  const id = useId();
  const firms = useSource(myFirmsOf(user));
  const chosen = useBuyingFor();
  const isMine = firms?.some(({ _id }) => _id === chosen?.id) ?? true;
  const isLost = chosen !== null && !chosen.isPreview && !isMine;
  useEffect(() => {
    // Who was taken out of a firm buys for themselves again.
    if (isLost) buyFor(null);
  }, [isLost]);
  const has = firms && firms.length > 0;
  useEffect(() => {
    if (has !== undefined) keepHasFirms(has);
  }, [has]);
  if (chosen?.isPreview) return isShort ? null : <Preview firm={chosen} />;
  if (!firms) return untilKnown;
  if (firms.length === 0) return null;
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className={isShort ? 'sr-only' : 'shrink-0'}>
        Buy for
      </label>
      <select
        id={id}
        title={isShort ? 'Buy for' : undefined}
        className={`select select-sm w-auto min-w-0 ${isShort ? 'max-w-34' : 'max-w-60'}`}
        value={chosen?.id ?? ''}
        onChange={({ target: { value } }) => {
          const firm = firms.find(({ _id }) => _id === value);
          buyFor(firm ? { id: firm._id, name: firm.name } : null);
        }}
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
function Preview({ firm }: { firm: BuyingFor }) {
  return (
    <p role="status" data-preview className="flex min-w-0 items-center gap-2 text-sm">
      <span className="min-w-0 truncate">As {firm.name} sees it</span>
      <button type="button" className="btn btn-sm" onClick={() => buyFor(null)}>
        End preview
      </button>
    </p>
  );
}
