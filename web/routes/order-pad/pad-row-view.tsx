import type { PricedLine } from '#contract/buying/basket.ts';
import type { LineCandidate } from '#contract/buying/order-lines.ts';
import { around } from '#contract/buying/quantities.ts';
import { type CountUnit, termsInPacks } from '#contract/buying/units.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import { termsOf } from '#web/basket/quantity-box.tsx';
import { LinePromises } from '#web/basket/line-promises.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { TakeButton } from '#web/basket/take-button.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { savingWords } from '#web/basket/saving-words.ts';
import { linePrice } from '#web/basket/line-price.ts';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import { needsAttention, type PadRow } from './pad-rows.ts';
import { ToolPicker } from './tool-picker.tsx';

interface Props {
  row: PadRow;
  line: PricedLine | undefined;
  /** @param quantity pieces */
  onQuantity: (quantity: number, pack?: CountUnit) => void;
  onChoose: (tool: LineCandidate) => void;
  onRemove: () => void;
  onEnter: () => void;
}

/** One row of the pad: the tool with picture, stock, quantity and total, or what it may have meant. */
export function PadRowView({ row, line, onQuantity, onChoose, onRemove, onEnter }: Props) {
  const name = row.tool ?? row.text.split('\n')[0] ?? '';
  const noteId = `pad-note-${row.key}`;
  return (
    <li
      data-attention={needsAttention(row, line) || undefined}
      className="border-base-300 grid grid-cols-[3.5rem_minmax(0,1fr)_auto_2.75rem] items-center gap-x-3 gap-y-1 border-b py-2 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] md:grid-cols-[3.5rem_minmax(0,1fr)_8rem_7.5rem_7rem_3rem]"
    >
      <span className="size-14">
        {line?.image && <Picture frame="studio size-14 rounded-field" image={line.image} alt="" sizes="56px" />}
      </span>
      <div className={`col-span-2 min-w-0 ${row.toolId === null ? 'md:col-span-4' : 'md:col-span-1'}`}>
        {row.toolId === null ? (
          <UnclearRow row={row} onChoose={onChoose} />
        ) : (
          <>
            <p className="line-clamp-2 font-semibold break-words">{row.tool}</p>
            <p className="muted truncate text-sm tabular-nums">{row.sku}</p>
            {row.takenFor && (
              <p className="muted text-sm break-words">{say('Taken for “{takenFor}”', { takenFor: row.takenFor })}</p>
            )}
          </>
        )}
      </div>
      {row.toolId !== null && (
        <>
          <p className="muted hidden text-right text-sm whitespace-nowrap tabular-nums md:block">
            {typeof line?.availableQuantity === 'number' &&
              say('{count} in stock', { count: pieces(line.availableQuantity) })}
          </p>
          <div className="max-md:col-start-2">
            <PackedQuantity
              name={name}
              packs={line?.packs ?? []}
              pack={row.pack}
              value={row.quantity ?? 0}
              terms={termsOf(line)}
              onChange={onQuantity}
              onEnter={onEnter}
              invalid={row.quantity === null || Boolean(line?.problem)}
              describedBy={noteId}
              className="pad-quantity"
            />
          </div>
          <LineTotal line={line} quantity={row.quantity ?? 0} />
        </>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-square max-md:col-start-4 max-md:row-start-1"
        aria-label={say('Remove {name}', { name })}
        onClick={onRemove}
      >
        <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4" stroke="currentColor" strokeWidth="1.75">
          <path d="M3 3l10 10M13 3L3 13" strokeLinecap="round" />
        </svg>
      </button>
      <div id={noteId} className="col-span-full text-sm empty:hidden md:pl-[4.25rem]">
        <RowNotes row={row} line={line} onQuantity={onQuantity} />
      </div>
    </li>
  );
}

/** What is wrong with the quantity, or what a few pieces more would save. */
function RowNotes({ row, line, onQuantity }: Pick<Props, 'row' | 'line' | 'onQuantity'>) {
  const quantity = row.quantity ?? 0;
  return (
    <>
      {row.toolId !== null && quantity === 0 && row.counted && (
        <p className="text-error leading-7 [&>*]:mr-2">
          <span>
            {say('The list says “{count} {unit}”. What does it count?', {
              count: pieces(row.counted.count),
              unit: row.counted.unit,
            })}
          </span>
          {row.counted.units?.map((unit) => {
            const pack = unit.pieces === 1 ? undefined : unit;
            const meant = (row.counted?.count ?? 0) * unit.pieces;
            return (
              <TakeButton key={unit.code} quantity={meant} pack={pack} onTake={(taken) => onQuantity(taken, pack)} />
            );
          })}
        </p>
      )}
      {row.toolId !== null && quantity === 0 && !row.counted && (
        <p className="text-error">{say('No quantity was found in this row. Type one.')}</p>
      )}
      <LinePromises line={line} />
      {line?.problem && quantity > 0 && (
        <p className="text-error leading-7 [&>*]:mr-2">
          <span>{lineProblemText(line.problem, line)}</span>
          <Nearest line={line} quantity={quantity} pack={row.pack} onQuantity={onQuantity} />
        </p>
      )}
      {line && line.problem === null && line.nextBreak && line.unitPrice !== null && (
        <p className="muted">
          {savingWords({
            missing: line.nextBreak.from - line.quantity,
            price: line.nextBreak.unitPrice,
            before: line.unitPrice,
            priceUnit: line.priceUnit,
          })}
        </p>
      )}
    </>
  );
}

/** What the row costs; paler while the shop has not said it of this quantity, or of this tool in several rows. */
function LineTotal({ line, quantity }: { line: PricedLine | undefined; quantity: number }) {
  const unitPrice = line?.problem === null && quantity > 0 ? line.unitPrice : null;
  const isPriced = line?.quantity === quantity;
  return (
    <p
      className={`text-right font-semibold whitespace-nowrap tabular-nums max-md:col-span-2 ${isPriced ? '' : 'opacity-60'}`}
    >
      {unitPrice === null ? '–' : money(linePrice(quantity, unitPrice, line?.priceUnit))}
    </p>
  );
}

/** The orderable quantities below and above: "25 → 24 or 36". */
function Nearest({
  line,
  quantity,
  pack,
  onQuantity,
}: Pick<Props, 'line' | 'onQuantity'> & { quantity: number; pack: CountUnit | undefined }) {
  const holds = pack?.pieces ?? 1;
  const { below, above } = around(termsInPacks(termsOf(line), holds), quantity / holds);
  return [below, above].map(
    (nearest, index) =>
      nearest !== null && (
        <TakeButton key={index} quantity={nearest * holds} pack={pack} onTake={(taken) => onQuantity(taken, pack)} />
      ),
  );
}

function doubtText(row: PadRow): string {
  if (row.tooLong) return say('Too long to read: ');
  if (row.notLookedUp) return say('Not looked up, because the list is too long: ');
  return (row.unknown ?? row.candidates.length === 0) ? say('No tool has this number or name: ') : say('Which one? ');
}

/** A row that means no tool for sure: what it may mean, and a field to look for it. */
function UnclearRow({ row, onChoose }: { row: PadRow; onChoose: (tool: LineCandidate) => void }) {
  const isUnknown = row.unknown ?? row.candidates.length === 0;
  return (
    <>
      <p className="break-words">
        <span className="text-error font-semibold">{doubtText(row)}</span>
        {row.text}
      </p>
      {isUnknown && row.candidates.length > 0 && <p className="muted text-sm">{say('Similar:')}</p>}
      {row.candidates.length > 0 && (
        <ul className="my-1 flex flex-wrap gap-2">
          {row.candidates.map((candidate) => (
            <li key={candidate.toolId}>
              <button
                type="button"
                className="btn btn-xs btn-outline h-auto justify-start py-1 text-left"
                onClick={() => onChoose(candidate)}
              >
                {candidate.tool}
                <span className="muted font-normal whitespace-nowrap tabular-nums">{candidate.sku}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ToolPicker
        label={say('Search for: {text}', { text: row.text })}
        placeholder={say('SKU or name')}
        onPick={({ _id, name, sku }) => onChoose({ toolId: _id, tool: name, sku: sku ?? null })}
        className="max-w-md"
      />
    </>
  );
}
