import { type Ref, useRef, useState } from 'react';
import { writtenDay } from '#contract/days.ts';
import type { Account, AccountEntry, EntryKind } from '#contract/money/account.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { useChange } from '#web/queries/changes.ts';
import { fetchStatement, useAccount, useCompanyReminders } from '#web/queries/money/accounts.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { day, money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { saveFile } from '#web/shell/save-file.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Part } from '#web/ui/part.tsx';
import { say } from '#web/saying/say.ts';
import { Discounts } from './discounts.tsx';
import { DueDay } from './due-day.tsx';
import { OpenInvoices } from './open-invoices.tsx';
import { PayOutDialog } from './pay-out-dialog.tsx';
import { PayAccountDialog } from './pay-account-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

interface Props {
  company: { _id: string; name: string };
  /** Whether the user may record payments and stop reminders. */
  mayRecord: boolean;
  /** Whether the user may write off what will never be paid. */
  mayWriteOff: boolean;
  /** Whether the user may pay what is open by card. */
  mayPay: boolean;
}

/** What a company owes and paid: how it stands, its statements, and each entry. */
export function AccountView({ company, mayRecord, mayWriteOff, mayPay }: Props) {
  const { data: account, error } = useAccount(company._id);
  const params = { id: company._id };
  const entries = usePersonalList(['companies', company._id, 'entries'], 'GET /company/:id/entries', { params });
  const [paying, setPaying] = useState(false);
  const [reversing, setReversing] = useState<AccountEntry | null>(null);
  const [payingOut, setPayingOut] = useState(false);
  const [givenUp, setGivenUp] = useState<AccountEntry | null>(null);
  const standing = useRef<HTMLElement>(null);
  if (error || !account) return <NotShown what={say('the account')} error={error} />;
  return (
    <>
      <Standing account={account} ref={standing} />
      {mayRecord && (
        <button type="button" className="btn btn-primary mt-4" onClick={() => setPaying(true)}>
          {say('Record a payment')}
        </button>
      )}
      {mayRecord && account.credit > 0 && account.open > 0 && (
        <UseCredit companyId={company._id} onUsed={() => standing.current?.focus()} />
      )}
      {mayRecord && account.credit > 0 && (
        <button type="button" className="btn mt-4 ml-3" onClick={() => setPayingOut(true)}>
          {say('Pay out credit')}
        </button>
      )}
      {mayRecord && <RemindersSwitch companyId={company._id} />}
      {mayPay && <OpenInvoices companyId={company._id} />}
      <Statement companyId={company._id} />
      <h3 className="mt-8 mb-2 text-lg font-semibold">{say('Entries')}</h3>
      <PagedTable
        query={entries}
        one="entry"
        many="entries"
        label={say('Entries')}
        columns={columnsFor({
          onReverse: mayRecord ? setReversing : null,
          onWriteOff: mayWriteOff ? setGivenUp : null,
          holds: mayRecord ? { companyId: company._id } : null,
        })}
        keyOf={({ _id }) => _id}
      />
      {paying && <PayAccountDialog company={company} onClose={() => setPaying(false)} />}
      {payingOut && <PayOutDialog company={company} credit={account.credit} onClose={() => setPayingOut(false)} />}
      {reversing && <ReverseDialog companyId={company._id} entry={reversing} onClose={() => setReversing(null)} />}
      {givenUp && <WriteOffDialog companyId={company._id} entry={givenUp} onClose={() => setGivenUp(null)} />}
    </>
  );
}

interface StandingProps {
  account: Account;
  /** Points to the summary. */
  ref: Ref<HTMLElement>;
}

function Standing({ account: { limit, open, overdue, toInvoice, available, credit, ageing }, ref }: StandingProps) {
  const figures: Fact[] = [
    [say('Open'), money(open)],
    [say('Overdue'), money(overdue), overdue > 0],
    [say('Credit'), money(credit)],
    ...(toInvoice === 0 ? [] : [[say('To be invoiced with what ships'), money(toInvoice)] satisfies Fact]),
    [say('Credit limit'), limit === null ? say('No limit') : money(limit)],
    ...(available === null ? [] : [[say('Available credit'), money(available), available === 0] satisfies Fact]),
  ];
  const ages: [string, number][] = [
    [say('Not due yet'), ageing.current],
    ['1 to 30 days overdue', ageing.to30],
    ['31 to 60 days', ageing.to60],
    ['61 to 90 days', ageing.to90],
    [say('Over 90 days'), ageing.over90],
  ];
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <Facts label={say('Account summary')} facts={figures} ref={ref} />
      <Facts label={say('By age')} facts={ages.map(([name, sum]) => [name, money(sum)])} />
    </div>
  );
}

/** A name, what it is, and whether somebody should do something about it. */
type Fact = [name: string, value: string, isBad?: boolean];

function Facts({ label, facts, ref }: { label: string; facts: Fact[]; ref?: Ref<HTMLElement> }) {
  return (
    <section
      aria-label={label}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className="border-base-300 rounded-box border p-4"
    >
      <h3 className="mb-2 font-semibold">{label}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_max-content] gap-x-6 gap-y-1">
        {facts.map(([name, value, isBad = false]) => (
          <div key={name} className="contents">
            <dt className="muted">{name}</dt>
            <dd className={`text-right tabular-nums ${isBad ? 'text-error font-semibold' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Applies unallocated credit to the invoices due first.
 * @param onUsed once the account is shown as it stands now, mostly without this button
 */
function UseCredit({ companyId, onUsed }: { companyId: string; onUsed: () => void }) {
  const use = useChange('POST /company/:id/credit');
  const press = async () => {
    if (use.isPending) return;
    await use.mutateAsync({ params: { id: companyId } });
    toast.success(say('Credit applied to the invoices due first'));
    onUsed();
  };
  return (
    <>
      <button
        type="button"
        className="btn mt-4 ml-3"
        aria-disabled={use.isPending || undefined}
        // What went wrong is said below.
        onClick={() => void press().catch(() => {})}
      >
        {say('Apply credit to invoices')}
      </button>
      <FormProblem message={use.error?.message} className="mt-2" />
    </>
  );
}

/** Whether a company gets reminders, and the button that stops or resumes them. */
function RemindersSwitch({ companyId }: { companyId: string }) {
  const { data } = useCompanyReminders(companyId);
  const hold = useChange('POST /company/:id/reminders');
  if (!data) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p role="status">
        {data.held ? say('This company gets no reminders.') : say('This company gets reminders of overdue invoices.')}
      </p>
      <button
        type="button"
        className="btn btn-sm"
        // Twice is once: it says what is to be, not that it is to change.
        onClick={() => hold.mutate({ params: { id: companyId }, body: { held: !data.held } })}
      >
        {data.held ? say('Resume all reminders') : say('Stop all reminders')}
      </button>
      <FormProblem message={hold.error?.message} />
    </div>
  );
}

function Statement({ companyId }: { companyId: string }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { busy, problem, run } = useAction();
  const save = (format: 'pdf' | 'csv') =>
    run(async () => saveFile(await fetchStatement(companyId, format, { from, to })));
  return (
    <Part id="statement" title={say('Statement')} className="mt-6">
      <div className="flex flex-wrap items-end gap-3 [&>.btn]:mb-1">
        <TextField label={say('From')} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField label={say('To')} type="date" value={to} onChange={({ target }) => setTo(target.value)} />
        <button type="button" className="btn" disabled={busy} onClick={() => void save('pdf')}>
          {say('Statement as PDF')}
        </button>
        <button type="button" className="btn" disabled={busy} onClick={() => void save('csv')}>
          {say('Statement as CSV')}
        </button>
      </div>
      <p className="muted mt-1 text-sm">{say('Leave both dates empty for all entries.')}</p>
      <FormProblem message={problem?.message} className="mt-2" />
    </Part>
  );
}

/** What an entry of an account is, as people say it. */
const KIND_WORDS: Record<EntryKind, string> = {
  invoice: say('Invoice'),
  payment: say('Payment'),
  payout: say('Payout'),
  'credit-note': say('Credit note'),
  fee: say('Fee'),
  discount: say('Cash discount'),
  'write-off': 'Write-off',
  reversal: say('Reversal:'),
};

/** What one may do with an entry; null where one may not. */
interface Acts {
  onReverse: ((entry: AccountEntry) => void) | null;
  onWriteOff: ((entry: AccountEntry) => void) | null;
  /** Null where the user may not stop reminders. */
  holds: { companyId: string } | null;
}

function columnsFor({ onReverse, onWriteOff, holds }: Acts): Column<AccountEntry>[] {
  return [
    { title: say('Entered'), kind: 'tight', cell: ({ at }) => day(at) },
    {
      title: say('Entry'),
      names: true,
      cell: ({ kind, document, orderId, date, reason, isReversed }) => (
        <>
          {KIND_WORDS[kind]}{' '}
          {orderId === undefined ? (
            <span className="break-all">{document}</span>
          ) : (
            <PageLink to={`/dashboard/orders/${orderId}`} className="link break-all">
              {document || say('for an order')}
            </PageLink>
          )}
          {date !== undefined && (
            <span className="muted">
              {' '}
              {kind === 'payout' ? say('sent') : say('received')} {writtenDay(date)}
            </span>
          )}
          {isReversed && <span className="badge badge-sm badge-ghost ml-2">{say('Reversed')}</span>}
          {reason !== undefined && <span className="muted block text-sm break-words">{reason}</span>}
        </>
      ),
    },
    {
      title: say('Due'),
      kind: 'tight',
      cell: ({ due, open = 0 }) => due !== undefined && (open > 0 ? <DueDay due={due} /> : writtenDay(due)),
    },
    { title: say('Amount'), kind: 'number', cell: ({ amount }) => money(amount) },
    {
      title: say('Left to pay'),
      kind: 'number',
      cell: ({ open, discounts }) =>
        open !== undefined && (
          <>
            {money(open)}
            <Discounts discounts={discounts} />
          </>
        ),
    },
    {
      title: '',
      kind: 'tight',
      cell: (entry) => {
        const { kind, open = 0, amount, isReversed, date } = entry;
        if (open > 0 && (onWriteOff || holds))
          return (
            <span className="flex flex-wrap gap-2">
              {onWriteOff && <RowButton onClick={() => onWriteOff(entry)}>{say('Write off')}</RowButton>}
              {kind === 'invoice' && holds && <HoldButton {...holds} entry={entry} />}
            </span>
          );
        const isTransfer = kind === 'payout' || (kind === 'payment' && amount < 0 && date !== undefined);
        const isGivenUp = kind === 'write-off' && onWriteOff !== null;
        return onReverse && (isTransfer || isGivenUp) && !isReversed ? (
          <RowButton tone="danger" onClick={() => onReverse(entry)}>
            {say('Reverse')}
          </RowButton>
        ) : null;
      },
    },
  ];
}

/** Stops or resumes reminders of an invoice, such as one that is disputed. */
function HoldButton({ companyId, entry }: NonNullable<Acts['holds']> & { entry: AccountEntry }) {
  const { data } = useCompanyReminders(companyId);
  const hold = useChange('POST /invoice/:number/hold');
  const isHeld = data?.invoices.includes(entry.document) ?? false;
  const press = () =>
    hold.mutate(
      { params: { number: entry.document }, body: { held: !isHeld } },
      { onError: ({ message }) => toast.error(message) },
    );
  return (
    <RowButton
      // Disabled it would lose the focus.
      aria-disabled={!data || hold.isPending || undefined}
      onClick={() => data && !hold.isPending && press()}
    >
      {isHeld ? say('Resume reminders') : say('Stop reminders')}
    </RowButton>
  );
}
