import { useState } from 'react';
import { dayPlus, writtenDay } from '#contract/days.ts';
import type { Quote, QuoteFacts } from '#contract/buying/quotes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { userChange } from '#web/queries/changes.ts';
import { typedMoney } from '#web/quotes/typed-money.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { counted, money, moneySign, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { AddTools } from './add-tools.tsx';
import { MarginNote, OfferedRow } from './offered-row.tsx';
import { useOfferedRows } from './use-offered-rows.ts';

/** Answers a quote: beside each line what everybody pays, what the firm pays, what is there, and what was bought before. */
export function OfferForm({ quote }: { quote: Quote }) {
  const params = { id: quote._id };
  const { data: facts, error } = usePersonal(['quote', quote._id, 'facts'], 'GET /quote/:id/facts', { params });
  if (error || !facts) return <NotShown what="the tools" error={error} />;
  return <Offering quote={quote} facts={facts} />;
}

function Offering({ quote, facts }: { quote: Quote; facts: QuoteFacts }) {
  const latest = quote.versions.at(-1);
  const { rows, known, goods, margin, change, remove, add, lower } = useOfferedRows(quote, facts);
  const [percent, setPercent] = useState('');
  const [freight, setFreight] = useState(latest ? latest.freight.toFixed(2) : '0.00');
  const [days, setDays] = useState('14');
  const [note, setNote] = useState('');
  const action = useAction();
  const isDays = /^\d{1,3}$/.test(days);
  const off = Number(percent.replace(',', '.'));
  const send = () =>
    action.run(async () => {
      const asMoney = (text: string, what: string) => {
        const amount = typedMoney(text);
        if (amount === null || amount === undefined) throw new Error(`Give ${what} as 7.50.`);
        return amount;
      };
      if (!isDays) throw new Error('Say for how many days it holds, 0 to 999.');
      const body = {
        lines: rows.map(({ toolId, quantity, price }) => ({
          toolId,
          quantity,
          unitPrice: asMoney(price, `the price of ${known.get(toolId)?.tool ?? 'each tool'}`),
        })),
        freight: asMoney(freight, 'the delivery'),
        validUntil: dayPlus(today(), Number(days)),
        ...(note.trim() === '' ? {} : { note }),
      };
      await userChange('POST /quote/:id/version', { params: { id: quote._id }, body });
      toast.success('The offer is sent');
    });
  return (
    <section aria-label="Answer" className="border-base-300 bg-base-100 rounded-box border p-4 sm:p-5">
      <h3 className="text-lg font-semibold">{latest ? 'Offer a new version' : 'Answer'}</h3>
      <form
        noValidate
        aria-label="Answer"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ul className="mt-3 grid gap-4">
          {rows.map((row) => (
            <OfferedRow
              key={row.toolId}
              row={row}
              fact={known.get(row.toolId)}
              wished={quote.wanted.find(({ toolId }) => toolId === row.toolId)?.targetPrice}
              onChange={(part) => change(row.toolId, part)}
              onRemove={() => remove(row.toolId)}
            />
          ))}
        </ul>
        <AddTools quoteId={quote._id} onAdd={add} />
        <div className="mt-4 grid items-start gap-x-6 sm:grid-cols-2 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]">
          <div className="flex items-end gap-3 sm:col-span-2 lg:col-span-1">
            <div className="w-36">
              <TextField
                label="Off list prices (%)"
                inputMode="decimal"
                value={percent}
                onChange={({ target }) => setPercent(target.value)}
              />
            </div>
            <button
              type="button"
              className="btn mb-1"
              disabled={percent.trim() === '' || !(off >= 0 && off <= 100)}
              onClick={() => lower(off)}
            >
              Set all prices
            </button>
          </div>
          <TextField
            label={`Delivery (${moneySign()})`}
            inputMode="decimal"
            value={freight}
            onChange={({ target }) => setFreight(target.value)}
          />
          <TextField
            label="Good for so many days"
            inputMode="numeric"
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
        <dl className="mt-3 ml-auto grid max-w-sm grid-cols-[1fr_auto] gap-y-1 tabular-nums [&>dd]:pl-6 [&>dd]:text-right">
          <dt>Goods, {counted(rows.length, 'line')}</dt>
          <dd>{money(goods)}</dd>
          <dt>Delivery</dt>
          <dd>{money(typedMoney(freight) ?? 0)}</dd>
          <dt className="border-base-content border-t-2 pt-2 font-semibold">Before tax</dt>
          <dd className="border-base-content border-t-2 pt-2 font-semibold">
            {money(Math.round((goods + (typedMoney(freight) ?? 0)) * 100) / 100)}
          </dd>
          {margin && (
            <dd className="col-span-2 text-sm">
              <MarginNote margin={margin} />
            </dd>
          )}
        </dl>
        <FormProblem message={action.problem?.message} />
        <button className="btn btn-primary btn-lg mt-4 w-full sm:w-auto" disabled={action.busy || rows.length === 0}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Send the offer
        </button>
      </form>
    </section>
  );
}
