import { orderableRange } from '#contract/buying/orderable-range.ts';
import type { LineProblem } from '#contract/buying/quantities.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { CountUnit } from '#contract/buying/units.ts';
import { PackedQuantity } from '#web/basket/packed-quantity.tsx';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';
import type { SizeColumn } from './family-sizes.ts';

interface Props {
  size: Tool;
  columns: readonly SizeColumn[];
  /** Whether the page is about this size. */
  isThis: boolean;
  /** Pieces; 0 leaves the size out. */
  quantity: number;
  /** That they are counted in. */
  pack: CountUnit | undefined;
  problem: LineProblem | null;
  nearest: number | null;
  /** @param quantity pieces */
  onQuantity: (quantity: number, pack: CountUnit | undefined) => void;
}

/** One size of a family: a row of its table, a card on telephones. */
export function FamilyRow({ size: shown, columns, isThis, quantity, pack, problem, nearest, onQuantity }: Props) {
  const { tool: size, priceClass } = useCompanyTool(shown);
  const noteId = `size-note-${size._id}`;
  return (
    <tr
      aria-current={isThis ? 'true' : undefined}
      className={`border-base-300 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b py-2 md:table-row ${isThis ? 'bg-base-200' : ''}`}
    >
      <th scope="row" className="min-w-0 text-left font-semibold md:px-2 md:py-2">
        {isThis ? (
          <span className="break-words">{size.name}</span>
        ) : (
          <PageLink to={`/products/${size._id}`} className="link-hover break-words">
            {size.name}
          </PageLink>
        )}
        <span className="muted block text-sm font-normal tabular-nums">{size.sku}</span>
        <div id={noteId} className="text-error text-sm font-normal empty:hidden">
          {problem !== null && lineProblemText(problem, size)}
          {problem !== null && nearest !== null && (
            <button type="button" className="btn btn-xs btn-outline ml-2" onClick={() => onQuantity(nearest, pack)}>
              {say('Use {count}', { count: pieces(nearest) })}
            </button>
          )}
        </div>
      </th>
      {columns.map(({ title, values }) => (
        <td key={title} className="hidden tabular-nums md:table-cell md:px-2">
          {values.get(size._id)?.text}
        </td>
      ))}
      <td className={`text-right tabular-nums md:px-2 ${priceClass}`}>
        {moneyPer(size.price, size.priceUnit)}
        {size.priceBreaks.map(({ from, price }) => (
          <span key={from} className="muted block text-sm whitespace-nowrap">
            {say('from {count}: {price}', { count: pieces(from), price: money(price) })}
          </span>
        ))}
      </td>
      <td className="tabular-nums max-md:text-sm md:px-2 md:text-right">
        {pieces(size.availableQuantity)}
        <span className="md:hidden">{say(' in stock, steps of {count}', { count: pieces(size.quantityStep) })}</span>
      </td>
      <td className="hidden text-right tabular-nums md:table-cell md:px-2">{pieces(size.quantityStep)}</td>
      <td className="text-right md:px-2">
        {orderableRange(size) ? (
          <PackedQuantity
            name={size.name}
            packs={size.packs}
            pack={pack}
            value={quantity}
            terms={size}
            onChange={onQuantity}
            invalid={problem !== null}
            mayBeEmpty
            describedBy={noteId}
          />
        ) : (
          <span className="muted text-sm">{say('Sold out')}</span>
        )}
      </td>
    </tr>
  );
}
