import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearchParams } from 'react-router';
import { writtenDay } from '#contract/days.ts';
import { addMoney, lessMoney } from '#contract/money-sums.ts';
import type { BankImport, BankLine, BankOutcome, BankSuggestion } from '#contract/money/bank-imports.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useChange, userChange } from '#web/queries/changes.ts';
import { sendBankFile } from '#web/queries/money/accounts.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { counted, money } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { DecideLineDialog } from './decide-line-dialog.tsx';
import { PutAsideDialog } from './put-aside-dialog.tsx';
import { QuestionsForm, type FileAnswers } from './questions-form.tsx';
import { RowErrors } from './row-errors.tsx';
import { LeftOut } from './left-out.tsx';
import { WhatIsSettled } from './what-is-settled.tsx';

export const meta = metaOf({ title: 'Bank Statement', description: "Payments from the bank's file." });

export default function BankPage() {
  return (
    <RequirePermission permission="orders.record-payment">
      <h2 className="mb-4 text-xl font-semibold">Bank Statement</h2>
      <FromBank />
    </RequirePermission>
  );
}

/** The file in the address, so that it survives a reload. */
function FromBank() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('id');
  const field = useId();
  const { busy, problem, run } = useAction();
  /** What was sent from this page, so that it can be read again with answers. */
  const [sent, setSent] = useState<{ id: string; file: File } | null>(null);
  const read = async (file: File, said?: FileAnswers) => {
    const { _id } = await sendBankFile(file, said, new AbortController().signal);
    setSent({ id: _id, file });
    setSearch({ id: _id }, { preventScrollReset: true });
  };
  const send = (file: File | undefined) => file && run(() => read(file));
  const kept = sent !== null && sent.id === id ? sent.file : undefined;
  return (
    <>
      <div className="fieldset max-w-xl">
        <label htmlFor={field} className="label text-base-content">
          Bank file: CAMT, MT940 or CSV
        </label>
        <input
          id={field}
          type="file"
          accept=".xml,.zip,.csv,.txt,.sta,.mt940,.940,.xlsx"
          className="file-input w-full"
          disabled={busy}
          onChange={({ target }) => void send(target.files?.[0])}
        />
        <p className="muted text-sm">
          Nothing is recorded until you confirm. Uploading the same file again does not record anything twice.
        </p>
      </div>
      {busy && <p role="status">Reading the file…</p>}
      <FormProblem message={problem?.message} />
      {id !== null && <OneFile key={id} id={id} readAgain={kept && ((said) => read(kept, said))} />}
    </>
  );
}

interface FileProps {
  id: string;
  /** Undefined where the page no longer has the file. */
  readAgain: ((said: FileAnswers) => Promise<void>) | undefined;
}

function OneFile({ id, readAgain }: FileProps) {
  const { data, error } = usePersonal(['bank-import', id], 'GET /bank-import/:id', { params: { id } });
  const commit = useChange('POST /import/:id/commit');
  if (error || !data) return <NotShown what="the file" error={error} />;
  const waiting = data.rows.filter(({ outcome }) => outcome === 'matched').length;
  const record = () =>
    commit.mutate(
      { params: { id }, body: { leaveOut: data.errorCount > 0 } },
      { onSuccess: ({ done }) => toast.success(`${counted(done, 'payment')} recorded`) },
    );
  return (
    <section aria-label="Payments of the file" className="mt-6">
      <h3 className="mb-2 text-lg font-semibold break-all">{data.fileName || 'File'}</h3>
      {data.questions.length > 0 && data.committedAt === undefined && (
        <QuestionsForm
          questions={data.questions}
          answers={data.answers}
          hasHeadings={data.hasHeadings}
          readAgain={readAgain}
        />
      )}
      <RowErrors errors={data.errors} />
      {data.problems.map(({ message }) => (
        <p key={message} role="alert" className="alert alert-warning mb-4 block">
          {message}
        </p>
      ))}
      {data.closedUntil !== null && data.committedAt === undefined && (
        <p role="alert" className="alert alert-warning mb-4 block">
          {`The books are closed up to ${writtenDay(data.closedUntil)}. Put the payments of closed days aside, or reopen the books: until then none of this file can be recorded at once.`}
        </p>
      )}
      {waiting > 0 && data.committedAt === undefined && (
        <button
          type="button"
          className="btn btn-primary mb-4"
          disabled={commit.isPending || data.closedUntil !== null}
          onClick={record}
        >
          {`Record ${counted(waiting, 'payment')}${data.errorCount > 0 ? ', leave out the rows with errors' : ''}`}
        </button>
      )}
      <FormProblem message={commit.error?.message} className="mb-4" />
      {data.rows.length > 0 && <InShort rows={data.rows} />}
      <LeftOut rows={data.leftOut} />
      {data.rows.length === 0 && data.errors.length === 0 && <p>This file holds no payments.</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {data.rows.map((line) => (
          <li key={line.row}>
            <OneLine importId={id} line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const OUTCOMES: Record<BankOutcome, { word: string; badge: string }> = {
  matched: { word: 'Matched', badge: 'badge-success' },
  suggested: { word: 'Needs a decision', badge: 'badge-warning' },
  unmatched: { word: 'Unknown', badge: 'badge-warning' },
  foreign: { word: 'Another currency', badge: 'badge-warning' },
  recorded: { word: 'Recorded', badge: 'badge-neutral' },
  known: { word: 'Already recorded', badge: 'badge-ghost' },
  pending: { word: 'Not booked', badge: 'badge-ghost' },
  aside: { word: 'Put aside', badge: 'badge-ghost' },
  outgoing: { word: 'Outgoing', badge: 'badge-ghost' },
};
const ORDER = Object.keys(OUTCOMES) as BankOutcome[];

/** How many payments of the file became what, and what they come to. */
function InShort({ rows }: Pick<BankImport, 'rows'>) {
  return (
    <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-2" aria-label="Summary">
      {ORDER.map((outcome) => {
        const these = rows.filter((line) => line.outcome === outcome);
        if (these.length === 0) return null;
        return (
          <li key={outcome} className="tabular-nums">
            <span className={`badge badge-sm mr-2 ${OUTCOMES[outcome].badge}`}>{OUTCOMES[outcome].word}</span>
            {these.length}
            {outcome !== 'foreign' && (
              <span className="muted"> {money(addMoney(...these.map(({ amount }) => amount)))}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function OneLine({ importId, line }: { importId: string; line: BankLine }) {
  const { busy, problem, run } = useAction();
  const [choosing, setChoosing] = useState(false);
  const article = useRef<HTMLElement>(null);
  const {
    amount,
    date,
    payer,
    reference,
    outcome,
    why,
    note,
    company,
    suggestions,
    settles,
    discount,
    credit,
    closedUntil,
    payout,
  } = line;
  const record = async ({ companyId, allocate }: BankSuggestion) => {
    const body = { row: line.row, companyId, ...(allocate.length > 0 ? { allocate } : {}) };
    const isRecorded = await run(() => userChange('POST /bank-import/:id/payment', { params: { id: importId }, body }));
    // What was pressed is gone then.
    if (isRecorded) article.current?.focus();
  };
  return (
    <article ref={article} tabIndex={-1} data-focus-target="" className="border-base-300 rounded-box border p-3">
      <p className="flex flex-wrap justify-between gap-2">
        <span className="font-semibold tabular-nums">
          {/* Its currency is said below. */}
          {outcome === 'foreign' ? amount.toFixed(2) : money(amount)}
        </span>
        <span className={`badge badge-sm ${OUTCOMES[outcome].badge}`}>
          {payout !== null && outcome === 'unmatched' ? 'Card payout' : OUTCOMES[outcome].word}
        </span>
      </p>
      <p className="break-words">
        {writtenDay(date)} {payer} <span className="muted">{reference}</span>
      </p>
      <p className="muted text-sm break-words">
        {why}
        {company && <span>{`: ${company}`}</span>}
        {note && <span>{`: ${note}`}</span>}
      </p>
      {settles.length > 0 && (
        <p className="break-words">
          <WhatIsSettled settles={settles} credit={credit} isDone={outcome === 'recorded'} />
          {discount !== undefined && <span>{`, with ${money(discount)} cash discount`}</span>}
        </p>
      )}
      {closedUntil !== null && (
        <p className="text-sm">{`The books are closed up to ${writtenDay(closedUntil)}: it cannot be recorded.`}</p>
      )}
      {outcome === 'suggested' && (
        <ul className="mt-2 grid gap-2">
          {suggestions.map((each) => (
            <li key={each.companyId} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words">
                {each.company}: {each.why}.{' '}
                <WhatIsSettled
                  settles={each.allocate.map(({ invoiceNumber, amount: part }) => ({
                    number: invoiceNumber,
                    amount: part,
                  }))}
                  credit={lessMoney(amount, ...each.allocate.map(({ amount: part }) => part))}
                />
              </span>
              <RowButton
                aria-label={`Record ${money(amount)} for ${each.company}`}
                disabled={busy}
                onClick={() => void record(each)}
              >
                Record
              </RowButton>
            </li>
          ))}
        </ul>
      )}
      {(outcome === 'suggested' || outcome === 'unmatched') && (
        <RowButton
          className="mt-2 mr-2"
          aria-label={`Choose a company for ${money(amount)} in row ${line.row}`}
          onClick={() => setChoosing(true)}
        >
          {outcome === 'suggested' ? 'Another company' : 'Choose a company'}
        </RowButton>
      )}
      <StandButton importId={importId} line={line} onDone={() => article.current?.focus()} />
      {choosing && (
        <DecideLineDialog
          importId={importId}
          line={line}
          onRecorded={() => {
            // Nothing behind a dialog takes the focus.
            flushSync(() => setChoosing(false));
            article.current?.focus();
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      <FormProblem message={problem?.message} />
    </article>
  );
}

/** What can be put aside, or taken back in. */
const OPEN: readonly BankOutcome[] = ['matched', 'suggested', 'unmatched', 'foreign'];

function StandButton({ importId, line, onDone }: { importId: string; line: BankLine; onDone: () => void }) {
  const [putting, setPutting] = useState(false);
  const { busy, problem, run } = useAction();
  const { amount, outcome, row } = line;
  const takeBackIn = async () => {
    const input = { params: { id: importId, n: String(row) }, body: { ours: true } };
    if (await run(() => userChange('PUT /bank-import/:id/line/:n', input))) onDone();
  };
  return (
    <>
      {OPEN.includes(outcome) && (
        <RowButton
          className="mt-2 mr-2"
          aria-label={`Put ${money(amount)} in row ${row} aside`}
          onClick={() => setPutting(true)}
        >
          Put aside
        </RowButton>
      )}
      {outcome === 'aside' && (
        <RowButton
          className="mt-2 mr-2"
          aria-label={`Include ${money(amount)} in row ${row} again`}
          disabled={busy}
          onClick={() => void takeBackIn()}
        >
          Include again
        </RowButton>
      )}
      {putting && (
        <PutAsideDialog
          importId={importId}
          line={line}
          onDone={() => {
            // Nothing behind a dialog takes the focus.
            flushSync(() => setPutting(false));
            onDone();
          }}
          onClose={() => setPutting(false)}
        />
      )}
      <FormProblem message={problem?.message} />
    </>
  );
}
