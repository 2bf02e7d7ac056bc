import { z } from 'zod';
import { perUnit } from '#contract/buying/unit-words.ts';
import type { PriceListItem } from '#contract/catalogue/price-lists.ts';
import { Price } from '#contract/numbers.ts';
import { NumberField, TextArea } from '#web/forms/text-field.tsx';
import { userChange } from '#web/queries/changes.ts';
import { CallDialog } from '#web/ui/dialog/call-dialog.tsx';

/** A tool with the prices that its dialog begins with. */
export type PricedTool = Pick<PriceListItem, 'toolId' | 'tool' | 'priceUnit' | 'price' | 'priceBreaks'>;

const Typed = z.object({ price: Price, priceBreaks: z.string() });

/** What a tool costs by a list: its price and all of its breaks. */
export function ItemDialog({ listId, tool, onClose }: { listId: string; tool: PricedTool; onClose: () => void }) {
  return (
    <CallDialog
      title={tool.tool}
      submit="Save"
      schema={Typed}
      start={{
        price: String(tool.price),
        priceBreaks: tool.priceBreaks.map(({ from, price }) => `${from}: ${price}`).join('\n'),
      }}
      send={async ({ price, priceBreaks }) => {
        const params = { id: listId, toolId: tool.toolId };
        const body = { price, priceBreaks: breaksIn(priceBreaks) };
        await userChange('PUT /price-list/:id/item/:toolId', { params, body });
        return undefined;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          <NumberField label={`Price ${perUnit(tool.priceUnit)}`} {...field('price')} />
          <TextArea
            label="Price breaks"
            hint={`One per line, such as 100: 9.50 for 9.50 ${perUnit(tool.priceUnit)} from 100 pieces`}
            rows={4}
            {...field('priceBreaks')}
          />
        </>
      )}
    </CallDialog>
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
