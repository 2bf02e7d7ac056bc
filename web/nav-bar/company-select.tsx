import { type ReactNode, useEffect, useId } from 'react';
import { useSource } from '#web/api/use-source.ts';
import { chooseBuyer, hearBuyer, myBuyerOf } from '#web/queries/buying/my-buyer.ts';
import { buyFor, keepHasCompanies } from '#web/session/whom.ts';
import { type BuyingFor, useBuyingFor } from '#web/session/buying-for.ts';
import { myCompaniesOf } from '#web/queries/buying/own-companies.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  user: SessionUser;
  /** For a place within the bar's row. */
  isShort?: boolean;
  untilKnown?: ReactNode;
  label?: string;
}

/** The companies that the user may buy for; nothing where there are none. */
export function CompanySelect({ user, isShort = false, untilKnown = null, label = say('Buy for') }: Props) {
  const id = useId();
  const companies = useSource(myCompaniesOf(user));
  const buyer = useSource(myBuyerOf(user));
  const chosen = useBuyingFor();
  useEffect(() => {
    if (buyer) hearBuyer(buyer);
  }, [buyer]);
  const has = companies && companies.length > 0;
  useEffect(() => {
    if (has !== undefined) keepHasCompanies(has);
  }, [has]);
  if (chosen?.isPreview) {
    const end = () => {
      buyFor(null);
      if (buyer) hearBuyer(buyer);
    };
    return isShort ? null : <Preview company={chosen} onEnd={end} />;
  }
  if (!companies) return untilKnown;
  if (companies.length === 0) return null;
  const choose = (value: string) => {
    const company = companies.find(({ _id }) => _id === value);
    chooseBuyer(user, company ? { id: company._id, name: company.name } : null).catch(() =>
      toast.error(say('Your choice could not be saved. Please choose again.')),
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
        className={`select select-sm min-w-0 ${isShort ? 'w-34' : 'w-60'}`}
        value={chosen?.id ?? ''}
        onChange={({ target: { value } }) => choose(value)}
      >
        <option value="">{say('Myself')}</option>
        {companies.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** That staff see the prices of a company, and the way back. */
function Preview({ company, onEnd }: { company: BuyingFor; onEnd: () => void }) {
  return (
    <p role="status" data-preview className="flex min-w-0 items-center gap-2 text-sm">
      <span className="min-w-0 truncate">{say('As {name} sees it', { name: company.name })}</span>
      <button type="button" className="btn btn-sm" onClick={onEnd}>
        {say('End preview')}
      </button>
    </p>
  );
}
