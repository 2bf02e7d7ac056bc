import { useState } from 'react';
import type { Return } from '#contract/money/returns.ts';
import { isOpenReturn, MAX_RETURN_PICTURES } from '#contract/money/return-words.ts';
import { useMayChangeOrder } from '#web/companies/may-change-order.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { userChange } from '#web/queries/changes.ts';
import { fetchReturnSlip } from '#web/queries/money/returns.ts';
import { useMay, useRole } from '#web/queries/people/role.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { mayArrive, nextStep, readyToSettle, RETURN_STATE_WORDS } from '#web/returns/return-words.ts';
import { Talk } from '#web/routes/dashboard/buying/quote/talk.tsx';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { money } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { ConfirmAndDo } from '#web/ui/dialog/confirm-dialog.tsx';
import type { Route } from './+types/page.ts';
import { AgreeDialog, CloseReturnDialog, RefuseDialog } from './answer-dialogs.tsx';
import { ArrivalDialog } from './arrival-dialog.tsx';
import { ReturnLines } from './return-lines.tsx';
import { ReturnPictures } from './return-pictures.tsx';
import { SettleDialog } from './settle-dialog.tsx';

export const meta = metaOf({ title: 'Return', description: 'What was reported of an order, and what becomes of it.' });

export default function ReturnPage({ params }: Route.ComponentProps) {
  const { data: found, error } = usePersonal(['return', params.id], 'GET /return/:id', { params });
  // The two sides see other buttons.
  const areRolesComing = [useRole().isPending, useMyCompanies().isPending].includes(true);
  if (error || !found || areRolesComing) return <NotShown what="the return" error={error} />;
  return <OneReturn found={found} />;
}

type Asks = 'agree' | 'refuse' | 'arrival' | 'settle' | 'close' | 'withdraw';

/** Both sides look at the same page. */
function OneReturn({ found }: { found: Return }) {
  const [asks, setAsks] = useState<Asks | null>(null);
  const isTheirs = useMayChangeOrder(useUser(), { email: found.buyer.email, companyId: found.companyId });
  const may = useMay();
  const answers = may('returns');
  const isOpen = isOpenReturn(found.state);
  const close = () => setAsks(null);
  const possible = whatCanBeDone(found, { isTheirs, answers, packs: may('orders.ship') });
  return (
    <article aria-labelledby="return" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <ReturnStatus found={found} isTheirs={isTheirs} />
        <div className="flex flex-wrap gap-2">
          {isOpen && found.answer?.sendBack && (
            <PaperButton fetch={() => fetchReturnSlip(found._id)}>Return slip</PaperButton>
          )}
          {possible.map(([what, label, look]) => (
            <button key={what} type="button" className={`btn ${look}`} onClick={() => setAsks(what)}>
              {label}
            </button>
          ))}
        </div>
      </header>
      <ReturnLines found={found} />
      <WhatCameOfIt found={found} />
      <ReturnPictures
        found={found}
        canAdd={isOpen && (isTheirs || answers) && found.pictures.length < MAX_RETURN_PICTURES}
      />
      <Talk
        messages={found.messages}
        isOpen={isTheirs || answers}
        send={(text) => userChange('POST /return/:id/message', { params: { id: found._id }, body: { text } })}
      />
      {asks === 'agree' && <AgreeDialog found={found} onClose={close} />}
      {asks === 'refuse' && <RefuseDialog found={found} onClose={close} />}
      {asks === 'arrival' && <ArrivalDialog found={found} onClose={close} />}
      {asks === 'settle' && <SettleDialog found={found} onClose={close} />}
      {asks === 'close' && <CloseReturnDialog found={found} onClose={close} />}
      {asks === 'withdraw' && <WithdrawDialog found={found} onClose={close} />}
    </article>
  );
}

/** What can be done, with its words and its look. */
function whatCanBeDone(
  found: Return,
  { isTheirs, answers, packs }: { isTheirs: boolean; answers: boolean; packs: boolean },
): [Asks, string, string][] {
  const { state, lines, answer } = found;
  const isAgreed = state === 'agreed' || state === 'arrived';
  const isUntouched = lines.every(({ arrived, settled }) => arrived === 0 && settled === 0);
  const isToCome = lines.some((line) => mayArrive(found, line) > 0);
  const isReady = lines.some((line) => readyToSettle(found, line) > 0);
  const all: [Asks, string, string, boolean][] = [
    ['agree', 'Agree', 'btn-primary', answers && state === 'asked'],
    ['refuse', 'Refuse', 'btn-outline btn-error', answers && state === 'asked'],
    ['arrival', 'Count what arrived', answer?.sendBack ? 'btn-primary' : '', packs && isAgreed && isToCome],
    ['settle', 'Settle', 'btn-primary', answers && isReady],
    ['close', 'Close', 'btn-outline btn-error', answers && isAgreed],
    ['withdraw', 'Withdraw', 'btn-outline btn-error', isTheirs && isOpenReturn(state) && isUntouched],
  ];
  return all
    .flatMap(([what, label, look, isPossible]) => (isPossible ? [[what, label, look] as const] : []))
    .map(([what, label, look]): [Asks, string, string] => [what, label, look]);
}

function ReturnStatus({ found, isTheirs }: { found: Return; isTheirs: boolean }) {
  const { number, state, orderId, orderNumber, buyer, company, answer, reason, createdAt } = found;
  return (
    <div className="min-w-0">
      <h2 id="return" tabIndex={-1} data-focus-target="" className="text-2xl font-semibold">
        Return {number}
      </h2>
      <p className="mt-1 break-words">
        <span className="font-semibold">{RETURN_STATE_WORDS[state]}</span>
        <span>{` · reported ${moment(createdAt)} · `}</span>
        <TextLink to={`/dashboard/orders/${orderId}`}>Order {orderNumber}</TextLink>
      </p>
      {!isTheirs && (
        <p className="mt-1 break-words">{`From ${[buyer.name, company, buyer.email].filter(Boolean).join(', ')}`}</p>
      )}
      {isTheirs && <p className="mt-1">{nextStep(found)}</p>}
      {answer?.instructions !== undefined && (
        <p className="mt-1 break-words whitespace-pre-line">{answer.instructions}</p>
      )}
      {answer && answer.fee > 0 && <p className="mt-1">Fee: {money(answer.fee)} of the money for these pieces.</p>}
      {reason !== undefined && <p className="mt-1 break-words">Reason: {reason}</p>}
    </div>
  );
}

/** The credit notes and the orders that it was settled by. */
function WhatCameOfIt({ found: { creditNotes, replacements, orderId } }: { found: Return }) {
  if (creditNotes.length === 0 && replacements.length === 0) return null;
  return (
    <section aria-label="How it was settled">
      <h3 className="mb-2 text-lg font-semibold">How it was settled</h3>
      <ul className="grid gap-1">
        {creditNotes.map((number) => (
          <li key={number}>
            <span>{`Credit note ${number}, as a PDF with the `}</span>
            <TextLink to={`/dashboard/orders/${orderId}`}>order</TextLink>
          </li>
        ))}
        {replacements.map(({ orderId: id, number }) => (
          <li key={id}>
            <span>Replacement without charge: </span>
            <TextLink to={`/dashboard/orders/${id}`}>order {number}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WithdrawDialog({ found: { _id, number }, onClose }: { found: Return; onClose: () => void }) {
  return (
    <ConfirmAndDo
      action="Withdraw"
      sorry="It was not withdrawn. Please try again."
      run={async () => {
        await userChange('POST /return/:id/withdraw', { params: { id: _id } });
        return `${number} is withdrawn`;
      }}
      onClose={onClose}
    >
      Withdraw {number}? Nothing is sent back or settled then. You can report the pieces again.
    </ConfirmAndDo>
  );
}
