import { inWholePacks } from '#web/basket/unit-choice.tsx';
import type { PricedLine } from '#contract/buying/basket.ts';
import { suggestIn } from '#contract/buying/quantities.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import { termsOf } from '#web/basket/quantity-box.tsx';
import { LinePromises } from '#web/basket/line-promises.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { TakeButton } from '#web/basket/take-button.tsx';
import { money } from '#web/shell/format.ts';
import { eachText, moneyPer, perUnit } from '#web/shell/price-words.ts';
import { savingWords } from '#web/basket/saving-words.ts';
import { useWhom } from '#web/session/whom.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import type { formerPrice } from './known-prices.ts';

interface Props {
  line: PricedLine;
  /** That it is counted in. */
  pack: CountUnit | undefined;
  /** Whether its price is of this quantity; not until the shop has said it. */
  isPriced: boolean;
  /** What a piece cost when the buyer last agreed to it, where that is not what it costs now. */
  before: ReturnType<typeof formerPrice>;
  /** What the shop said about this line when it refused the order. */
  refusal: string | undefined;
  /** @param quantity pieces */
  onQuantity: (quantity: number, pack: CountUnit | undefined) => void;
  onRemove: () => void;
}

/** A line of the basket: a row of the table, a card on telephones. */
export function LineRow({ line, pack, isPriced, before, refusal, onQuantity, onRemove }: Props) {
  const name = line.tool ?? 'A tool that is no longer sold';
  const noteId = `basket-note-${line.toolId}`;
  const notes = (
    <LineNotes id={noteId} line={line} pack={pack} before={before} refusal={refusal} onQuantity={onQuantity} />
  );
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
          {line.buyerNumber !== null && (
            <span className="block">{say('Your number {buyerNumber}', { buyerNumber: line.buyerNumber })}</span>
          )}
          {line.unitPrice !== null && (
            <span className="whitespace-nowrap md:hidden">{eachText(line.unitPrice, line.priceUnit)}</span>
          )}
        </span>
        {notes}
      </td>
      <td className="hidden text-right tabular-nums md:table-cell md:px-2">
        {line.unitPrice === null ? '' : moneyPer(line.unitPrice, line.priceUnit ?? 1)}
      </td>
      <td className="col-start-2 mt-2 md:mt-0 md:px-2 md:text-right">
        <PackedQuantity
          name={name}
          packs={line.packs ?? []}
          pack={pack}
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
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={say('Remove {name}', { name })}
          onClick={onRemove}
        >
          <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4" stroke="currentColor" strokeWidth="1.75">
            <path d="M3 3l10 10M13 3L3 13" strokeLinecap="round" />
          </svg>
        </button>
      </td>
    </tr>
  );
}

/** What is wrong with a line and one click to mend it, what has changed, and what more pieces would save. */
function LineNotes({
  id,
  line,
  pack,
  before,
  refusal,
  onQuantity,
}: Omit<Props, 'onRemove' | 'isPriced'> & { id: string }) {
  const { nextBreak, unitPrice, priceUnit } = line;
  const whom = useWhom();
  const nearest = line.suggestion === null || !pack ? line.suggestion : suggestIn(termsOf(line), line.quantity, pack);
  const more = inWholePacks(nextBreak?.from ?? 0, pack);
  return (
    <div id={id} className="text-sm empty:hidden">
      <LinePromises line={line} className="mt-1" />
      {line.problem !== null && (
        <p className="text-error mt-1 flex flex-wrap items-center gap-2">
          {lineProblemText(line.problem, line)}
          {nearest !== null && (
            <TakeButton quantity={nearest} pack={pack} className="btn-sm" onTake={(taken) => onQuantity(taken, pack)} />
          )}
        </p>
      )}
      {refusal !== undefined && line.problem === null && <p className="text-error mt-1">{refusal}</p>}
      {before !== null && unitPrice !== null && (
        <p className="mt-1">{otherPrice(unitPrice, priceUnit ?? 1, whom, before)}</p>
      )}
      {line.problem === null && nextBreak && unitPrice !== null && (
        <p className="muted mt-1 flex flex-wrap items-center gap-2">
          <span>
            {savingWords({
              missing: nextBreak.from - line.quantity,
              price: nextBreak.unitPrice,
              before: unitPrice,
              priceUnit: priceUnit,
            })}
          </span>
          {(line.orderable ?? 0) >= more && (
            <TakeButton quantity={more} pack={pack} onTake={(taken) => onQuantity(taken, pack)} />
          )}
        </p>
      )}
    </div>
  );
}

/** Why a piece costs something else than before: because of for whom it is, or since its price changed. */
function otherPrice(
  unitPrice: number,
  priceUnit: number,
  whom: string | null,
  before: NonNullable<Props['before']>,
): string {
  if (whom === null || !before.whom || before.whom === whom)
    return say('The price is now {price} {unit}; it was {before} when you added it.', {
      price: money(unitPrice),
      unit: perUnit(priceUnit),
      before: money(before.unitPrice),
    });
  return say(
    '{priceUnit, plural, one {A piece costs} other {# pieces cost}} {price} for {whom}; for {other} it was {before}.',
    { priceUnit, price: money(unitPrice), whom, other: before.whom, before: money(before.unitPrice) },
  );
}
