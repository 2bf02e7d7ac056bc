import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { NamedList } from '#contract/buying/named-lists.ts';
import type { StandingOrder } from '#contract/buying/standing-orders.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { writtenDay } from '#contract/days.ts';
import { skipStanding, stopStanding } from '#web/queries/list-calls.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { ConfirmOrSayWhy } from '#web/ui/dialog/confirm-or-say-why.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { StandingOrderDialog } from './standing-order-dialog.tsx';
import { PAY_WORDS, rhythmWords } from './standing-words.ts';

type Ask = 'skip' | 'change' | 'stop';

/** What a letter's link leads to; nothing is done by following it. */
function askedIn(search: URLSearchParams): Ask | null {
  const asked = search.get('standing');
  return asked === 'skip' || asked === 'change' || asked === 'stop' ? asked : null;
}

/** Whether the shop orders this list again and again, when next, and how to change that. */
export function StandingOrderPart({ list }: { list: NamedList }) {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<Ask | null>(null);
  const about = { params: { id: list._id } };
  const standing = usePersonal(['lists', list._id, 'standing'], 'GET /my-list/:id/standing', about);
  const { data: companies = [] } = usePersonal(['companies'], 'GET /my-companies', {});
  const mayOrder =
    list.companyId === null || companies.some(({ _id, role }) => _id === list.companyId && mayInCompany(role, 'order'));
  const asks = chosen ?? (mayOrder ? askedIn(search) : null);
  const close = () => {
    setChosen(null);
    if (search.has('standing')) setSearch({}, { replace: true, preventScrollReset: true });
  };
  return (
    <section aria-labelledby="standing-order" className="mt-8">
      <h3 id="standing-order" className="mb-2 text-xl font-semibold">
        Standing order
      </h3>
      {standing.error ? (
        <p role="alert" className="alert alert-error">
          {standing.error.message}
        </p>
      ) : standing.data === undefined ? (
        <div className="skeleton h-24 w-full" role="status" aria-label="Loading the standing order" />
      ) : (
        <>
          <Standing standing={standing.data} isEmpty={list.lines.length === 0} />
          {mayOrder && <Buttons standing={standing.data} onAsk={setChosen} />}
          {asks === 'change' && (
            <StandingOrderDialog list={list} standing={standing.data} companies={companies} onClose={close} />
          )}
          {asks === 'skip' && standing.data?.next && (
            <ConfirmOrSayWhy
              action="Skip"
              run={() => skipStanding(list._id, standing.data?.next ?? undefined)}
              onClose={close}
            >
              <span>Nothing will be ordered on </span>
              <strong>{writtenDay(standing.data.next)}</strong>
              <span>. The standing order goes on after that.</span>
            </ConfirmOrSayWhy>
          )}
          {asks === 'stop' && standing.data && (
            <ConfirmOrSayWhy action="Stop" run={() => stopStanding(list._id)} onClose={close}>
              <span>This list will not be ordered by itself any more. The list and its orders stay as they are.</span>
            </ConfirmOrSayWhy>
          )}
        </>
      )}
    </section>
  );
}

function Standing({ standing, isEmpty }: { standing: StandingOrder | null; isEmpty: boolean }) {
  if (!standing)
    return (
      <p>
        The shop can order this list for you every week or every month. Two working days before, you get an e-mail with
        its prices, and can skip, change or stop it.
      </p>
    );
  const { state, reason, next, announced, company, orderedBy, pay, until, address, last, purchaseOrder, costCentre } =
    standing;
  const facts: [string, string][] = [
    ['Ordered', rhythmWords(standing)],
    ['Next', next === null ? '' : `${writtenDay(next)}${announced ? ', announced by e-mail' : ''}`],
    ['Last day', until === null ? '' : writtenDay(until)],
    ['For', company ?? 'You'],
    ['As', `${orderedBy.name}, ${orderedBy.email}`],
    ['Paid', pay === null ? 'Chosen for each order' : PAY_WORDS[pay]],
    ['Purchase order number', purchaseOrder],
    ['Cost centre', costCentre],
    ['Deliver to', address ?? 'No address yet'],
  ];
  return (
    <>
      {state === 'paused' && (
        <div className="alert alert-warning mb-3 block">
          <p className="font-medium">Paused: nothing is ordered until it is set again.</p>
          <p>{reason?.message}</p>
        </div>
      )}
      {isEmpty && state === 'active' && (
        <p className="alert alert-warning mb-3">The list is empty, so there is nothing to order.</p>
      )}
      <FactList facts={facts} className="gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3" />
      {last && (
        <p className="mt-3">
          <span>Last ordered on {writtenDay(last.day)}: </span>
          <TextLink to={`/dashboard/orders/${last.orderId}`}>order {last.number}</TextLink>
        </p>
      )}
    </>
  );
}

function Buttons({ standing, onAsk }: { standing: StandingOrder | null; onAsk: (ask: Ask) => void }) {
  if (!standing)
    return (
      <button type="button" className="btn mt-3" onClick={() => onAsk('change')}>
        Set a standing order
      </button>
    );
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <button type="button" className="btn" onClick={() => onAsk('change')}>
        {standing.state === 'paused' ? 'Set it again' : 'Change standing order'}
      </button>
      {standing.next !== null && (
        <button type="button" className="btn" onClick={() => onAsk('skip')}>
          Skip the next one
        </button>
      )}
      <button type="button" className="btn btn-outline btn-error" onClick={() => onAsk('stop')}>
        Stop standing order
      </button>
    </div>
  );
}
