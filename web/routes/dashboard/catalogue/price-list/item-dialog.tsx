import { useState } from 'react';
import type { PriceListItem } from '#contract/catalogue/price-lists.ts';
import { NumberField, TextArea } from '#web/forms/text-field.tsx';
import { moneyProblem } from '#web/forms/typed-money.ts';
import { useAction } from '#web/forms/use-action.ts';
import { userChange } from '#web/queries/changes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** A tool with the prices that its dialog begins with. */
export type PricedTool = Pick<PriceListItem, 'toolId' | 'tool' | 'price' | 'priceBreaks'>;

/** What a tool costs by a list: its price and all of its breaks. */
export function ItemDialog({ listId, tool, onClose }: { listId: string; tool: PricedTool; onClose: () => void }) {
  const begun = tool.priceBreaks.map(({ from, price }) => `${from}: ${price}`).join('\n');
  const [price, setPrice] = useState(String(tool.price));
  const [breaks, setBreaks] = useState(begun);
  const action = useAction();
  const wrong = moneyProblem(price);
  const submit = async () => {
    const params = { id: listId, toolId: tool.toolId };
    const body = { price, priceBreaks: breaksIn(breaks) };
    if (await action.run(() => userChange('PUT /price-list/:id/item/:toolId', { params, body }))) onClose();
  };
  return (
    <FormDialog
      title={tool.tool}
      submit="Save"
      problem={action.problem?.message}
      changed={price !== String(tool.price) || breaks !== begun}
      busy={action.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label="Price per piece"
        error={wrong === undefined ? undefined : { message: wrong }}
        value={price}
        onChange={({ target }) => setPrice(target.value)}
      />
      <TextArea
        label="Price breaks"
        hint="One per line, such as 100: 9.50 for 9.50 per piece from 100 pieces"
        rows={4}
        value={breaks}
        onChange={({ target }) => setBreaks(target.value)}
      />
    </FormDialog>
  );
}

/** What was typed as breaks; the shop says what is wrong with them. */
function breaksIn(text: string): { from: string; price: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [from = '', price = ''] = line.split(':');
      return { from, price };
    });
}
