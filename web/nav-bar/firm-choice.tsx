import { useEffect, useId, useMemo } from 'react';
import { useSource } from '#web/api/use-source.ts';
import { buyFor, markFirm, useBuyingFor } from '#web/session/buying-for.ts';
import { myFirmsOf } from '#web/queries/buying/own-firms.ts';
import { useSession } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** For whom one buys; only there for those who belong to a firm. */
export function FirmChoice() {
  const { status, user } = useSession();
  const isChosen = useBuyingFor() !== null;
  useEffect(() => {
    if (status !== 'unknown') markFirm(isChosen);
  }, [status, isChosen]);
  return status === 'signed-in' ? <Choice key={user.uid} user={user} /> : null;
}

function Choice({ user }: { user: SessionUser }) {
  const id = useId();
  const firms = useSource(useMemo(() => myFirmsOf(user), [user]));
  const chosen = useBuyingFor();
  const isLost = firms !== undefined && chosen !== null && !firms.some(({ _id }) => _id === chosen.id);
  useEffect(() => {
    // Who was taken out of a firm buys for themselves again.
    if (isLost) buyFor(null);
  }, [isLost]);
  if (!firms || firms.length === 0) return null;
  return (
    <div className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className="shrink-0">
        Buy for
      </label>
      <select
        id={id}
        className="select select-sm w-auto max-w-60 min-w-0"
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
