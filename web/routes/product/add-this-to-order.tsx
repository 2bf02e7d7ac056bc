import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Tool } from '#contract/catalogue/tools.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { pieces } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { say } from '#web/saying/say.ts';
import { countedIn, type Purchase } from './purchase-values.ts';

/** Puts the form's quantity into the basket; what is wrong with it is said at the quantity, as at a purchase. */
export function AddThisToOrder({ form, tool }: { form: UseFormReturn<Purchase>; tool: Tool }) {
  const [said, setSaid] = useState<{ added: number; now: number } | null>(null);
  const add = async () => {
    setSaid(null);
    if (!(await form.trigger('quantity', { shouldFocus: true }))) return;
    const [typed, unit] = form.getValues(['quantity', 'unit']);
    const { pack, holds } = countedIn(tool, unit);
    const quantity = typed * holds;
    const [line] = tabBasket().add({ toolId: tool._id, quantity, ...(pack && { pack }) });
    setSaid({ added: quantity, now: line?.quantity ?? quantity });
  };
  return (
    <div className="purchase-add mt-2">
      <button type="button" className="btn btn-outline btn-block" onClick={() => void add()}>
        {say('Add to order')}
      </button>
      <p role="status" className="mt-2 text-sm empty:hidden">
        {said && (
          <>
            {say('{count} added', { count: pieces(said.added) })}
            {said.now > said.added ? <span>{say(', {count} in all', { count: pieces(said.now) })}</span> : ''}
            <span>. </span>
            <TextLink to="/basket">{say('View basket')}</TextLink>
          </>
        )}
      </p>
    </div>
  );
}
