import { asWanted } from '#web/basket/as-wanted.ts';
import { useRef, useState } from 'react';
import { dayPlus, writtenDay } from '#contract/days.ts';
import type { Quote, QuoteFacts } from '#contract/buying/quotes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { userChange } from '#web/queries/changes.ts';
import type { Margin } from '#web/quotes/margin.ts';
import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';
import { typedPercent } from '#web/forms/typed-measures.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { counted, money, moneySign, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { AddTools } from './add-tools.tsx';
import { MarginNote, OfferedRow, priceField } from './offered-row.tsx';
import { useOfferedRows } from './use-offered-rows.ts';

interface Props {
  quote: Quote;
  /** It is offered: this form is over. */
  onSent: () => void;
}

/** Answers a quote: beside each line what everybody pays, what the company pays, what is there, and what was bought before. */
export function OfferForm({ quote, onSent }: Props) {
  const params = { id: quote._id };
  const { data: facts, error } = usePersonal(['quote', quote._id, 'facts'], 'GET /quote/:id/facts', { params });
  if (error || !facts) return <NotShown what="the tools" error={error} />;
  return <Offering quote={quote} facts={facts} onSent={onSent} />;
}

/** What its buyer would pay for a tool: as they named it last, else as they asked. */
function wishedFor({ wanted, messages }: Quote, toolId: string): number | undefined {
  const named = messages.flatMap(({ prices = [] }) => prices).findLast((price) => price.toolId === toolId);
  return (named ?? wanted.find((wish) => wish.toolId === toolId))?.targetPrice;
}

const AS_MONEY = 'Enter it as 7.50';

function isMoney(text: string): boolean {
  return typeof typedMoney(text) === 'number';
}

function Offering({ quote, facts, onSent }: Props & { facts: QuoteFacts }) {
  const latest = quote.versions.at(-1);
  const { rows, known, goods, margin, change, remove, add, lower } = useOfferedRows(quote, facts);
  const [freight, setFreight] = useState(latest ? latest.freight.toFixed(2) : '0.00');
  const [days, setDays] = useState('14');
  const [note, setNote] = useState('');
  const action = useAction();
  const [isSent, setSent] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const isDays = /^\d{1,3}$/.test(days);
  const isFreight = isMoney(freight);
  const said = (isRight: boolean, message: string) => (isRight || !isSent ? undefined : { message });
  const wrong = [
    ...rows.flatMap(({ toolId, price }) => (isMoney(price) ? [] : [priceField(toolId)])),
    ...(isFreight ? [] : ['freight']),
    ...(isDays ? [] : ['days']),
  ];
  const leaveOut = (toolId: string, index: number) => {
    // The next row takes the focus, so that the keyboard goes on where it was.
    const buttons = list.current?.querySelectorAll<HTMLElement>('button[aria-label^="Remove"]');
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? list.current?.parentElement?.querySelector('summary'))?.focus();
    remove(toolId);
  };
  const send = async (form: HTMLFormElement) => {
    setSent(true);
    const [first] = wrong;
    if (first !== undefined) {
      const field = form.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    const body = {
      lines: rows.map((row) => ({
        toolId: row.toolId,
        ...asWanted(row, known.get(row.toolId)?.packs),
        unitPrice: typedMoney(row.price) ?? 0,
      })),
      freight: typedMoney(freight) ?? 0,
      validUntil: dayPlus(today(), Number(days)),
      ...(note.trim() === '' ? {} : { note }),
    };
    if (!(await action.run(() => userChange('POST /quote/:id/version', { params: { id: quote._id }, body })))) return;
    toast.success('The offer is sent');
    onSent();
  };
  return (
    <section aria-label="Answer" className="border-base-300 bg-base-100 rounded-box border p-4 sm:p-5">
      <h3 className="text-lg font-semibold">{latest ? 'Offer a new version' : 'Answer'}</h3>
      <form
        noValidate
        aria-label="Answer"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <ul ref={list} className="mt-3 grid gap-4">
          {rows.map((row, index) => (
            <OfferedRow
              key={row.toolId}
              row={row}
              problem={said(isMoney(row.price), moneyProblem(row.price) ?? AS_MONEY)?.message}
              fact={known.get(row.toolId)}
              wished={wishedFor(quote, row.toolId)}
              onChange={(part) => change(row.toolId, part)}
              onRemove={() => leaveOut(row.toolId, index)}
            />
          ))}
        </ul>
        <AddTools quoteId={quote._id} onAdd={add} />
        <div className="mt-4 grid items-start gap-x-6 sm:grid-cols-2 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
          <LowerAll onLower={lower} />
          <TextField
            label={`Delivery (${moneySign()})`}
            name="freight"
            inputMode="decimal"
            error={said(isFreight, moneyProblem(freight) ?? AS_MONEY)}
            value={freight}
            onChange={({ target }) => setFreight(target.value)}
          />
          <TextField
            label="Valid for, in days"
            name="days"
            inputMode="numeric"
            error={said(isDays, 'Enter whole days, 0 to 999')}
            hint={isDays ? `Until ${writtenDay(dayPlus(today(), Number(days)))}` : undefined}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </div>
        <TextArea
          label="Note"
          rows={3}
          maxLength={2_000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Sums lines={rows.length} goods={goods} freight={typedMoney(freight) ?? 0} margin={margin} />
        <FormProblem message={action.problem?.message} />
        <button className="btn btn-primary btn-lg mt-4 w-full sm:w-auto" disabled={action.busy || rows.length === 0}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Send the offer</span>
        </button>
      </form>
    </section>
  );
}

interface SumsProps {
  lines: number;
  goods: number;
  freight: number;
  margin: Margin | null;
}

function Sums({ lines, goods, freight, margin }: SumsProps) {
  return (
    <dl className="mt-3 ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:pl-6 [&>dd]:text-right">
      <dt>Goods, {counted(lines, 'line')}</dt>
      <dd>{money(goods)}</dd>
      <dt>Delivery</dt>
      <dd>{money(freight)}</dd>
      <dt className="border-base-content border-t-2 pt-2 font-semibold">Before tax</dt>
      <dd className="border-base-content border-t-2 pt-2 font-semibold">
        {money(Math.round((goods + freight) * 100) / 100)}
      </dd>
      {margin && (
        <dd className="col-span-2 text-sm">
          <MarginNote margin={margin} />
        </dd>
      )}
    </dl>
  );
}

/** Sets all prices so many percent below the list's. */
function LowerAll({ onLower }: { onLower: (percent: number) => void }) {
  const [percent, setPercent] = useState('');
  const off = typedPercent(percent) ?? Number.NaN;
  return (
    <div className="flex items-end gap-3 sm:col-span-2 lg:col-span-1">
      <div className="w-36">
        <TextField
          label="Discount on list prices (%)"
          inputMode="decimal"
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
        />
      </div>
      <button
        type="button"
        className="btn mb-1"
        disabled={percent.trim() === '' || !(off >= 0 && off <= 100)}
        onClick={() => onLower(off)}
      >
        Set all prices
      </button>
    </div>
  );
}
