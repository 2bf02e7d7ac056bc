import { useState } from 'react';
import { dayPlus } from '#contract/days.ts';
import type { Quote, QuoteFacts } from '#contract/buying/quotes.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { offerQuote, useQuoteFacts } from '#web/queries/buying/quotes.ts';
import { marginOf } from '#web/quotes/margin.ts';
import { typedMoney } from '#web/quotes/typed-money.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { counted, money, moneySign, today } from '#web/shell/format.ts';
import { toast } from '#web/shell/toasts.ts';
import { AddTools } from './add-tools.tsx';
import { MarginNote, OfferedRow, type Row } from './offered-row.tsx';

/** Answers a quote: beside each line what everybody pays, what the firm pays, what is there, and what was bought before. */
export function OfferForm({ quote }: { quote: Quote }) {
  const { data: facts, error } = useQuoteFacts(useDashboardUser(), quote._id);
  if (error) return <QueryProblem heading="h2" title="The tools cannot be shown" message={error.message} />;
  if (!facts) return <div className="skeleton h-64 w-full" role="status" aria-label="Loading the tools" />;
  return <Offering quote={quote} facts={facts} />;
}

function Offering({ quote, facts }: { quote: Quote; facts: QuoteFacts }) {
  const [added, setAdded] = useState<QuoteFacts>([]);
  const latest = quote.versions.at(-1);
  const known = new Map([...added, ...facts].map((fact) => [fact.toolId, fact]));
  const [rows, setRows] = useState<Row[]>(() =>
    latest
      ? latest.lines.map(({ toolId, quantity, unitPrice }) => ({ toolId, quantity, price: unitPrice.toFixed(2) }))
      : quote.wanted.map(({ toolId, quantity }) => ({
          toolId,
          quantity,
          price: (known.get(toolId)?.firmPrice ?? 0).toFixed(2),
        })),
  );
  const [percent, setPercent] = useState('');
  const [freight, setFreight] = useState(latest ? latest.freight.toFixed(2) : '0.00');
  const [days, setDays] = useState('14');
  const [note, setNote] = useState('');
  const action = useAction();
  const change = (toolId: string, part: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.toolId === toolId ? { ...row, ...part } : row)));
  const off = Number(percent.replace(',', '.'));
  const lower = () =>
    setRows((now) =>
      now.map((row) => {
        const list = known.get(row.toolId)?.listPrice ?? 0;
        return { ...row, price: (Math.round(list * (100 - off)) / 100).toFixed(2) };
      }),
    );
  const add = (more: QuoteFacts, quantities: ReadonlyMap<string, number>) => {
    setAdded((now) => [...now, ...more]);
    setRows((now) => {
      const there = new Set(now.map(({ toolId }) => toolId));
      const fresh = more.filter(({ toolId }) => !there.has(toolId));
      return [
        ...now,
        ...fresh.map(({ toolId, firmPrice, minOrderQuantity }) => ({
          toolId,
          quantity: quantities.get(toolId) ?? minOrderQuantity,
          price: firmPrice.toFixed(2),
        })),
      ];
    });
  };
  const goods = rows.reduce((sum, { quantity, price }) => sum + quantity * (typedMoney(price) ?? 0), 0);
  const margin = marginOf(
    rows.map(({ toolId, quantity, price }) => ({
      quantity,
      price: typedMoney(price) ?? 0,
      cost: known.get(toolId)?.cost ?? null,
    })),
  );
  const send = () =>
    action.run(async () => {
      const asMoney = (text: string, what: string) => {
        const amount = typedMoney(text);
        if (amount === null || amount === undefined) throw new Error(`Give ${what} as 7.50.`);
        return amount;
      };
      if (!/^\d{1,3}$/.test(days)) throw new Error('Say for how many days it holds, 0 to 999.');
      await offerQuote(quote._id, {
        lines: rows.map(({ toolId, quantity, price }) => ({
          toolId,
          quantity,
          unitPrice: asMoney(price, `the price of ${known.get(toolId)?.tool ?? 'each tool'}`),
        })),
        freight: asMoney(freight, 'the delivery'),
        validUntil: dayPlus(today(), Number(days)),
        ...(note.trim() === '' ? {} : { note }),
      });
      toast.success('The offer is sent');
    });
  return (
    <section aria-label="Answer" className="border-base-300 bg-base-100 rounded-box border p-5">
      <h3 className="text-lg font-semibold">{latest ? 'Offer a new version' : 'Answer'}</h3>
      <form
        noValidate
        aria-label="Answer"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ul className="grid gap-4">
          {rows.map((row) => (
            <OfferedRow
              key={row.toolId}
              row={row}
              fact={known.get(row.toolId)}
              onChange={(part) => change(row.toolId, part)}
              onRemove={() => setRows((now) => now.filter(({ toolId }) => toolId !== row.toolId))}
            />
          ))}
        </ul>
        <AddTools quoteId={quote._id} onAdd={add} />
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <TextField
            label="Off list prices (%)"
            inputMode="decimal"
            value={percent}
            onChange={({ target }) => setPercent(target.value)}
          />
          <button
            type="button"
            className="btn mb-1"
            disabled={percent.trim() === '' || !(off >= 0 && off <= 100)}
            onClick={lower}
          >
            Set all prices
          </button>
        </div>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <TextField
            label={`Delivery (${moneySign()})`}
            inputMode="decimal"
            value={freight}
            onChange={({ target }) => setFreight(target.value)}
          />
          <TextField
            label="Good for so many days"
            inputMode="numeric"
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
        <p className="mt-2 tabular-nums">
          Goods {money(Math.round(goods * 100) / 100)}, {counted(rows.length, 'line')}; tax comes on top.{' '}
          <MarginNote margin={margin} />
        </p>
        <FormProblem message={action.problem?.message} />
        <button className="btn btn-primary mt-3" disabled={action.busy || rows.length === 0}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          Send the offer
        </button>
      </form>
    </section>
  );
}
