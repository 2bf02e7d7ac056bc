import { inPieces, inUnits } from '#contract/buying/units.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { CountrySelect } from '#web/addresses/country-select.tsx';
import { useSource } from '#web/api/use-source.ts';
import { usePriced } from '#web/basket/use-priced.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { withNote } from '#web/basket/checkout-note.ts';
import { readOrderLines } from '#web/queries/buying/order-lines.ts';
import { userChange } from '#web/queries/changes.ts';
import { shopFront } from '#web/queries/office/shop-front.ts';
import { useMay } from '#web/queries/people/role.ts';
import { changeDraft, forgetDraft, type QuoteDraft, useQuoteDraft, withWished } from '#web/quotes/quote-draft.ts';
import { CompanyOfOrder } from '#web/routes/dashboard/buying/new-order/company-of-order.tsx';
import { PasteBox } from '#web/routes/order-pad/paste-box.tsx';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { counted } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { WishedLines } from './wished-lines.tsx';
import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';

export const meta = metaOf({ title: 'Ask for a Quote', description: 'Ask what a larger quantity costs.' });

/** What a price is asked for. It is kept in this browser until it is asked. */
export default function AskQuotePage() {
  const draft = useQuoteDraft();
  if (!draft) return <div className="skeleton h-96 w-full" role="status" aria-label="Loading your draft" />;
  return <Question draft={draft} />;
}

const NOWHERE = {};

function Question({ draft }: { draft: QuoteDraft }) {
  const { lines, message, customer, country } = draft;
  const navigate = useNavigate();
  const sells = useMay()('quotes');
  const company = useBuyingFor();
  const countries = useSource(shopFront)?.countries ?? ['*'];
  // What somebody would like to pay is asked of nobody yet.
  const { priced } = usePriced(
    lines.map(({ target: _target, ...line }) => line),
    NOWHERE,
  );
  const [said, setSaid] = useState('');
  // The company of whoever is on the telephone; empty for none.
  const [theirCompany, setTheirCompany] = useState('');
  const action = useAction();

  const read = async (text: string) => {
    const { rows, note } = await readOrderLines(text);
    const found = rows.flatMap((row) => {
      const { toolId, quantity } = row;
      return toolId === null || !quantity ? [] : [inPieces({ ...row, toolId, quantity })];
    });
    changeDraft({ lines: withWished(lines, found), message: withNote(message, note) });
    const left = rows.length - found.length;
    setSaid(
      `${counted(found.length, 'line')} added.${left > 0 ? ` ${counted(left, 'row')} could not be read: enter a stock number or name, and a quantity.` : ''}`,
    );
  };
  const ask = () =>
    action.run(async () => {
      if (lines.length === 0) throw new Error('Add at least one tool.');
      const body = {
        lines: lines.map(({ target, ...line }) => {
          const targetPrice = typedMoney(target);
          if (targetPrice === null) throw new Error(moneyProblem(target));
          return { ...inUnits(line), ...(targetPrice === undefined ? {} : { targetPrice }) };
        }),
        ...(message.trim() === '' ? {} : { message }),
        ...(country === '' ? {} : { country }),
        ...whoAsks({ customer: sells ? customer.trim() : '', theirCompany, ownCompany: company?.id ?? '' }),
      };
      const asked = await userChange('POST /quote', { body });
      forgetDraft();
      toast.success(`${asked.number} requested`);
      await navigate(`/dashboard/quotes/${asked._id}`, { replace: true });
    });

  return (
    <section aria-label="Ask for a Quote" className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <header>
        <h2 className="text-xl font-semibold">Ask for a Quote</h2>
        <p className="muted mt-1">
          Tell us what you need and what you would like to pay. We reply with a price that is valid for some days.
          Nothing is ordered yet, and your basket stays as it is.
        </p>
        {company && !(sells && customer !== '') && <p className="mt-2 font-medium">For {company.name}</p>}
      </header>
      <WishedLines lines={lines} priced={priced} onChange={(changed) => changeDraft({ lines: changed })} />
      <details open={lines.length === 0}>
        <summary className="cursor-pointer py-2 font-semibold">Add tools</summary>
        <PasteBox onText={read} />
      </details>
      <p role="status" className="empty:hidden">
        {said}
      </p>
      <form
        noValidate
        aria-label="Ask for a Quote"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        {sells && (
          <TextField
            label="E-mail of the customer"
            type="email"
            hint="Leave empty to ask for yourself."
            value={customer}
            onChange={({ target }) => changeDraft({ customer: target.value })}
          />
        )}
        {sells && customer.trim() !== '' && <CompanyOfOrder value={theirCompany} onChange={setTheirCompany} />}
        <CountrySelect
          label="Destination"
          among={countries}
          none="Not decided yet"
          value={country}
          onChange={({ target }) => changeDraft({ country: target.value })}
        />
        <TextArea
          label="Message"
          rows={4}
          maxLength={2_000}
          value={message}
          onChange={({ target }) => changeDraft({ message: target.value })}
        />
        <FormProblem message={action.problem?.message} />
        <button className="btn btn-accent mt-4" disabled={action.busy || lines.length === 0}>
          {action.busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>Ask for a quote</span>
        </button>
      </form>
    </section>
  );
}

/** For whom a price is asked: a customer and their company, or oneself and the company that one buys for; empty texts are none. */
function whoAsks({ customer, theirCompany, ownCompany }: Record<'customer' | 'theirCompany' | 'ownCompany', string>) {
  const companyId = customer === '' ? ownCompany : theirCompany;
  return { ...(customer === '' ? {} : { customer }), ...(companyId === '' ? {} : { companyId }) };
}
