import { useState } from 'react';
import { perUnit } from '#contract/buying/unit-words.ts';
import type { Quote, QuoteVersion } from '#contract/buying/quotes.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { moneyProblem, typedMoney } from '#web/forms/typed-money.ts';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { moneySign } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface Props {
  quote: Quote;
  offer: QuoteVersion;
  onClose: () => void;
}

/** What the buyer would pay for what was offered: a price for as many lines as they like. */
export function NamePricesDialog({ quote, offer, onClose }: Props) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [text, setText] = useState('');
  const [isSent, setSent] = useState(false);
  const action = useAction();
  const named = Object.entries(typed).filter(([, price]) => price.trim() !== '');
  const problemOf = (toolId: string) => {
    const price = typed[toolId] ?? '';
    if (!isSent || price.trim() === '' || typeof typedMoney(price) === 'number') return undefined;
    return { message: moneyProblem(price) ?? 'Enter it as 7.50' };
  };
  const send = async () => {
    setSent(true);
    const prices = named.map(([toolId, price]) => ({ toolId, targetPrice: typedMoney(price) ?? Number.NaN }));
    if (prices.length === 0 || prices.some(({ targetPrice }) => Number.isNaN(targetPrice))) return;
    const sent = { params: { id: quote._id }, body: { text, prices } };
    if (!(await action.run(() => userChange('POST /quote/:id/message', sent)))) return;
    toast.success('Your prices are sent');
    onClose();
  };
  return (
    <FormDialog
      title="Name your prices"
      submit="Send"
      problem={isSent && named.length === 0 ? 'Enter a price for at least one tool.' : action.problem?.message}
      changed={named.length > 0 || text !== ''}
      busy={action.busy}
      onSubmit={send}
      onClose={onClose}
    >
      <p>Tell us what you would pay. The offer stays as it is until we send a new one.</p>
      {offer.lines.map(({ toolId, tool, unitPrice, priceUnit }) => (
        <TextField
          key={toolId}
          label={`${tool}, ${perUnit(priceUnit)} (${moneySign()})`}
          inputMode="decimal"
          maxLength={12}
          hint={`Offered at ${moneyPer(unitPrice, priceUnit)}`}
          error={problemOf(toolId)}
          value={typed[toolId] ?? ''}
          onChange={({ target }) => setTyped((now) => ({ ...now, [toolId]: target.value }))}
        />
      ))}
      <TextArea
        label="Message (optional)"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
