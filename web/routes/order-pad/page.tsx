import { inPieces } from '#contract/buying/units.ts';
import { useMemo, useState } from 'react';
import type { Priced, PricedLine } from '#contract/buying/basket.ts';
import { noteForCheckout, withNote } from '#web/basket/checkout-note.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { Totals } from '#web/basket/totals.tsx';
import { type PricedOrder, usePriced } from '#web/basket/use-priced.ts';
import { OrderButton, useOrderStage } from '#web/forms/order-button.tsx';
import { SaveAsList } from '#web/named-lists/save-as-list.tsx';
import { readOrderLines } from '#web/queries/buying/order-lines.ts';
import { AskForQuote } from '#web/quotes/ask-for-quote.tsx';
import { NeedsScript } from '#web/shell/needs-script.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Section } from '#web/ui/section.tsx';
import { say } from '#web/saying/say.ts';
import type { Route } from './+types/page.ts';
import { PadList } from './pad-list.tsx';
import { linesOf, type PadRow, withPasted } from './pad-rows.ts';
import { changePad, changePadNote, usePadNote, usePadRows } from './pad-store.ts';
import { PadNote } from './pad-note.tsx';
import { PasteBox } from './paste-box.tsx';

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: say('Order Pad'),
    description: say('Paste a list of stock numbers or names with quantities and order all of it at once.'),
  });
}

const NOWHERE = {};

export default function OrderPadPage() {
  const rows = usePadRows();
  return (
    <Section id="order-pad" title={say('Order Pad')} level="h1">
      <NeedsScript to={say('read a list')} />
      <p className="muted mb-4 max-w-3xl">
        {say(
          'Paste what you have: cells from a spreadsheet, an e-mail, CSV. Stock numbers or names, columns in any order, each row with a quantity.',
        )}
      </p>
      <Pad rows={rows ?? []} />
    </Section>
  );
}

function Pad({ rows }: { rows: readonly PadRow[] }) {
  const [said, setSaid] = useState('');
  const [added, setAdded] = useState(0);
  const note = usePadNote();
  const lines = useMemo(() => linesOf(rows), [rows]);
  const { priced, busy, error, again, whenPriced } = usePriced(lines, NOWHERE);
  const good = withoutProblem(priced);
  const { stage, go } = useOrderStage();

  const paste = async (text: string) => {
    const { rows: read, note: more } = await readOrderLines(text);
    changePad((now) => withPasted(now, read));
    changePadNote((now) => withNote(now, more));
    setAdded(0);
    setSaid(say('{count, plural, one {# row} other {# rows}} read.', { count: read.length }));
  };
  const addToBasket = async ({ priced }: PricedOrder) => {
    const good = withoutProblem(priced);
    const lineOf = new Set(good.map(({ toolId }) => toolId));
    tabBasket().add(...good.map(inPieces));
    // What the list said beside its tools goes with the order.
    noteForCheckout(note);
    changePadNote(() => '');
    // What cannot be ordered as it is stays on the pad.
    changePad((now) =>
      now.filter(({ toolId, quantity }) => toolId === null || quantity === null || !lineOf.has(toolId)),
    );
    setAdded(lineOf.size);
    setSaid(say('{count, plural, one {# line} other {# lines}} added to the basket.', { count: lineOf.size }));
    // The button has nothing left to add, so the keyboard goes on at where the lines are now.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#pad-said a')?.focus());
  };
  const clear = () => {
    changePad(() => []);
    changePadNote(() => '');
  };
  const addForm = (look: string) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Why there is no price is said above the list.
        go(() => {}, whenPriced, addToBasket).catch(() => {});
      }}
    >
      <OrderButton stage={stage} disabled={lines.length === 0 || (good.length === 0 && !busy)} className={look}>
        {good.length > 0
          ? say('Add {count, plural, one {# line} other {# lines}} to basket', { count: good.length })
          : say('Add all to basket')}
      </OrderButton>
    </form>
  );
  return (
    <div className="with-totals">
      <div>
        <PasteBox onText={paste} />
        <p id="pad-said" role="status" className="my-3 min-h-6">
          {said} {added > 0 && <TextLink to="/basket">{say('View basket')}</TextLink>}
        </p>
        {error !== null && (
          <p role="alert" className="alert alert-error mb-4 flex justify-between">
            {error instanceof Error ? error.message : say('The prices could not be loaded.')}
            <button type="button" className="btn btn-sm" onClick={again}>
              {say('Try again')}
            </button>
          </p>
        )}
        <PadList rows={rows} priced={priced} onRows={changePad} />
        <PadNote note={note} onNote={(typed) => changePadNote(() => typed)} />
        {rows.length > 0 && (
          <p className="mt-4 flex flex-wrap gap-2">
            <SaveAsList lines={lines} className="btn btn-sm" />
            <AskForQuote lines={() => lines} className="btn btn-sm" />
            <button type="button" className="btn btn-ghost btn-sm" onClick={clear}>
              {say('Clear the pad')}
            </button>
          </p>
        )}
      </div>
      <Totals priced={priced} busy={busy} next={rows.length > 0 && addForm('btn btn-accent')}>
        <div className="max-lg:hidden">{addForm('btn btn-accent btn-lg btn-block mt-4')}</div>
      </Totals>
    </div>
  );
}

/** The lines that can be ordered as they are. */
function withoutProblem(priced: Priced | null): PricedLine[] {
  return priced?.lines.filter(({ problem }) => problem === null) ?? [];
}
