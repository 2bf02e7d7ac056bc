import type { PricedLine } from '#contract/buying/basket.ts';
import { QuantityBox, termsOf } from '#web/basket/quantity-box.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { TakeButton } from '#web/basket/take-button.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { useWhom } from '#web/session/whom.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import type { formerPrice } from './known-prices.ts';

interface Props {
  line: PricedLine;
  /** Whether its price is of this quantity; not until the shop has said it. */
  isPriced: boolean;
  /** What a piece cost when the buyer last agreed to it, where that is not what it costs now. */
  before: ReturnType<typeof formerPrice>;
  /** What the shop said about this line when it refused the order. */
  refusal: string | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** A line of the basket: a row of the table, a card on telephones. */
export function LineRow({ line, isPriced, before, refusal, onQuantity, onRemove }: Props) {
  const name = line.tool ?? 'A tool that is no longer sold';
  const noteId = `basket-note-${line.toolId}`;
  const notes = <LineNotes id={noteId} line={line} before={before} refusal={refusal} onQuantity={onQuantity} />;
  return (
    <tr className="border-base-300 grid grid-cols-[4rem_minmax(0,1fr)_auto_2.75rem] gap-x-3 border-b py-3 md:table-row md:py-0">
      <td className="row-span-2 md:w-20 md:py-2">
        {line.image !== null && <Picture frame="studio size-16 rounded-field" image={line.image} alt="" sizes="64px" />}
      </td>
      <td className="col-span-2 min-w-0 md:py-2 md:pr-4">
        {line.problem === 'TOOL_NOT_FOUND' ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <PageLink to={`/products/${line.toolId}`} className="link-hover font-semibold break-words">
            {name}
          </PageLink>
        )}
        <span className="muted flex flex-wrap gap-x-3 text-sm tabular-nums md:block">
          {line.sku !== null && <span>{line.sku}</span>}
          {line.buyerNumber !== null && <span className="block">Your number {line.buyerNumber}</span>}
          {line.unitPrice !== null && <span className="whitespace-nowrap md:hidden">{money(line.unitPrice)} each</span>}
        </span>
        {notes}
      </td>
      <td className="hidden text-right tabular-nums md:table-cell md:px-2">
        {line.unitPrice === null ? '' : money(line.unitPrice)}
      </td>
      <td className="col-start-2 mt-2 md:mt-0 md:px-2 md:text-right">
        <QuantityBox
          label={`Pieces of ${name}`}
          value={line.quantity}
          terms={termsOf(line)}
          onChange={onQuantity}
          invalid={line.problem !== null}
          describedBy={noteId}
        />
      </td>
      <td
        className={`col-span-2 col-start-3 row-start-2 mt-2 self-center text-right font-semibold whitespace-nowrap tabular-nums md:mt-0 md:px-2 ${isPriced ? '' : 'opacity-60'}`}
      >
        {line.problem === null && line.price !== null ? money(line.price) : '–'}
      </td>
      <td className="col-start-4 row-start-1 text-right md:w-12">
        <button type="button" className="btn btn-ghost btn-square" aria-label={`Remove ${name}`} onClick={onRemove}>
          <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4" stroke="currentColor" strokeWidth="1.75">
            <path d="M3 3l10 10M13 3L3 13" strokeLinecap="round" />
          </svg>
        </button>
      </td>
    </tr>
  );
}

/** What is wrong with a line and one click to mend it, what has changed, and what more pieces would save. */
function LineNotes({ id, line, before, refusal, onQuantity }: Omit<Props, 'onRemove' | 'isPriced'> & { id: string }) {
  const { nextBreak, unitPrice } = line;
  const whom = useWhom();
  return (
    <div id={id} className="text-sm empty:hidden">
      {line.problem !== null && (
        <p className="text-error mt-1 flex flex-wrap items-center gap-2">
          {lineProblemText(line.problem, line)}
          {line.suggestion !== null && <TakeButton quantity={line.suggestion} className="btn-sm" onTake={onQuantity} />}
        </p>
      )}
      {refusal !== undefined && line.problem === null && <p className="text-error mt-1">{refusal}</p>}
      {before !== null && unitPrice !== null && <p className="mt-1">{otherPrice(unitPrice, whom, before)}</p>}
      {line.problem === null && nextBreak && unitPrice !== null && (
        <p className="muted mt-1 flex flex-wrap items-center gap-2">
          Add {pieces(nextBreak.from - line.quantity)} more and each costs {money(nextBreak.unitPrice)} instead of{' '}
          {money(unitPrice)}.
          {(line.availableQuantity ?? 0) >= nextBreak.from && (
            <TakeButton quantity={nextBreak.from} onTake={onQuantity} />
          )}
        </p>
      )}
    </div>
  );
}

/** Why a piece costs something else than before: because of for whom it is, or since its price changed. */
function otherPrice(unitPrice: number, whom: string | null, before: NonNullable<Props['before']>): string {
  if (whom === null || !before.whom || before.whom === whom)
    return `The price is now ${money(unitPrice)} per piece; it was ${money(before.unitPrice)} when you added it.`;
  return `A piece costs ${money(unitPrice)} for ${whom}; for ${before.whom} it was ${money(before.unitPrice)}.`;
}
