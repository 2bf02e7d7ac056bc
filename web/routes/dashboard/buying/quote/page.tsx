import { useState } from 'react';
import type { Quote } from '#contract/buying/quotes.ts';
import { writtenDay } from '#contract/days.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { fetchQuotePaper } from '#web/queries/buying/quotes.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useMay, useRole } from '#web/queries/people/role.ts';
import { quoteState } from '#web/quotes/quote-words.ts';
import { CustomerLink } from '#web/routes/dashboard/customer-link.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import type { Route } from './+types/page.ts';
import { AcceptForm } from './accept-form.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { NamePricesDialog } from './name-prices-dialog.tsx';
import { OfferForm } from './offer-form.tsx';
import { Talk } from './talk.tsx';
import { Version, Wanted } from './versions.tsx';

export const meta = metaOf({
  title: 'Quote',
  description: 'What was requested, what is offered, and the messages about it.',
});

export default function QuotePage({ params }: Route.ComponentProps) {
  const { data: quote, error } = usePersonal(['quote', params.id], 'GET /quote/:id', { params });
  // The two sides see other forms between what is offered and what was said.
  const isRoleComing = useRole().isPending;
  if (error || !quote || isRoleComing) return <NotShown what="the quote" error={error} />;
  return <OneQuote quote={quote} />;
}

/** Both sides look at the same page: the buyer accepts and declines, the shop answers and withdraws. */
function OneQuote({ quote }: { quote: Quote }) {
  const user = useUser();
  const sells = useMay()('quotes');
  const buys = !sells || quote.buyer.email === user.email;
  const [asks, setAsks] = useState<Question | null>(null);
  const { state, versions } = quote;
  const latest = versions.at(-1);
  const isOpen = state === 'asked' || state === 'offered' || state === 'expired';
  return (
    <article aria-labelledby="quote" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <QuoteStatus quote={quote} sells={sells} />
        <QuoteActions quote={quote} isOpen={isOpen} sells={sells} buys={buys} onAsk={setAsks} />
      </header>
      {latest ? <Version offer={latest} before={versions.at(-2)} sells={sells} /> : <Wanted quote={quote} />}
      {latest && state === 'offered' && buys && <AcceptForm key={latest.version} quote={quote} offer={latest} />}
      {isOpen && sells && (
        <OfferForm key={versions.length} quote={quote} onSent={() => document.getElementById('quote')?.focus()} />
      )}
      {latest && <Earlier quote={quote} sells={sells} />}
      <Talk
        messages={quote.messages}
        isOpen={isOpen}
        send={(text) => userChange('POST /quote/:id/message', { params: { id: quote._id }, body: { text } })}
      />
      {asks === 'decline' && <DeclineDialog quote={quote} onClose={() => setAsks(null)} />}
      {asks === 'price' && latest && <NamePricesDialog quote={quote} offer={latest} onClose={() => setAsks(null)} />}
      {asks === 'withdraw' && <WithdrawDialog quote={quote} onClose={() => setAsks(null)} />}
    </article>
  );
}

type Question = 'decline' | 'withdraw' | 'price';

interface ActionsProps {
  quote: Quote;
  isOpen: boolean;
  sells: boolean;
  buys: boolean;
  onAsk: (what: Question) => void;
}

/** What can be done with a quote beside accepting and answering it. */
function QuoteActions({ quote, isOpen, sells, buys, onAsk }: ActionsProps) {
  const latest = quote.versions.at(-1);
  return (
    <div className="flex flex-wrap gap-2">
      {quote.orderId !== undefined && (
        <PageLink to={`/dashboard/orders/${quote.orderId}`} className="btn btn-primary">
          The order
        </PageLink>
      )}
      {latest && <PaperButton fetch={() => fetchQuotePaper(quote._id, latest.version)}>Save as PDF</PaperButton>}
      <UndoDecline quote={quote} buys={buys} />
      {isOpen && buys && latest && (
        <button type="button" className="btn" onClick={() => onAsk('price')}>
          Name your prices
        </button>
      )}
      {isOpen && buys && (
        <button type="button" className="btn btn-outline btn-error" onClick={() => onAsk('decline')}>
          {latest ? 'Decline' : 'Withdraw request'}
        </button>
      )}
      {isOpen && sells && (
        <button type="button" className="btn btn-outline btn-error" onClick={() => onAsk('withdraw')}>
          Withdraw
        </button>
      )}
    </div>
  );
}

/** Who declined by mistake goes on with it. */
function UndoDecline({ quote: { _id, number, state }, buys }: { quote: Quote; buys: boolean }) {
  const action = useAction();
  if (state !== 'declined' || !buys) return null;
  const takeBack = async () => {
    if (!(await action.run(() => userChange('POST /quote/:id/take-back', { params: { id: _id } })))) return;
    toast.success(`${number} is no longer declined`);
    document.getElementById('quote')?.focus();
  };
  return (
    <div>
      <button type="button" className="btn btn-outline" disabled={action.busy} onClick={() => void takeBack()}>
        Undo decline
      </button>
      <FormProblem message={action.problem?.message} className="mt-1" />
    </div>
  );
}

/** @param sells whether staff look at it, who see whose it is */
function QuoteStatus({ quote, sells }: { quote: Quote; sells: boolean }) {
  const { state, userId, buyer, company, reason } = quote;
  const latest = quote.versions.at(-1);
  return (
    <div className="min-w-0">
      <h2 id="quote" tabIndex={-1} data-focus-target="" className="text-2xl font-semibold">
        Quote {quote.number}
      </h2>
      <p className="mt-1 break-words">
        <span className="font-semibold">{quoteState(quote)}</span>
        {state === 'offered' && latest && <span>{` · valid until ${writtenDay(latest.validUntil)}`}</span>}
        {state === 'expired' && latest && <span>{` · was valid until ${writtenDay(latest.validUntil)}`}</span>}
        {sells && (
          <>
            {' · '}
            <CustomerLink userId={userId}>{buyer.name}</CustomerLink>
            {`, ${[company, buyer.email].filter(Boolean).join(', ')}`}
          </>
        )}
        {!sells && company !== undefined && <span>{` · for ${company}, asked by ${buyer.name}`}</span>}
      </p>
      {state === 'asked' && !sells && (
        <p className="mt-1">We will look at it and reply by e-mail. Asking does not order anything.</p>
      )}
      {state === 'expired' && !sells && (
        <p className="mt-1">It can no longer be accepted. Write to us below, and we will look at it again.</p>
      )}
      {reason !== undefined && <p className="mt-1 break-words">Reason: {reason}</p>}
    </div>
  );
}

function WithdrawDialog({ quote: { _id, number }, onClose }: { quote: Quote; onClose: () => void }) {
  return (
    <ConfirmAndDo
      action="Withdraw"
      sorry="It was not withdrawn. Please try again."
      run={async () => {
        await userChange('POST /quote/:id/withdraw', { params: { id: _id } });
        return `${number} is withdrawn`;
      }}
      onClose={onClose}
    >
      Withdraw {number}? It can no longer be accepted, and its buyer gets an e-mail.
    </ConfirmAndDo>
  );
}

/** What was asked for, and the versions before the latest. */
function Earlier({ quote, sells }: { quote: Quote; sells: boolean }) {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-semibold">Request and earlier versions</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Wanted quote={quote} />
        {quote.versions.slice(0, -1).map((offer, index) => (
          <Version key={offer.version} offer={offer} before={quote.versions[index - 1]} sells={sells} />
        ))}
      </div>
    </details>
  );
}
