import { useMemo, useState } from 'react';
import { orderableRange } from '#contract/buying/orderable-range.ts';
import { lineProblem, suggestIn } from '#contract/buying/quantities.ts';
import type { PackedLine } from '#contract/buying/units.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useLoaded, useSource } from '#web/api/use-source.ts';
import { tabBasket } from '#web/basket/tab-basket.ts';
import { attributeNames, toolList } from '#web/queries/catalogue/tools.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { say } from '#web/saying/say.ts';
import { FamilyRow } from './family-row.tsx';
import { bySize, sizeColumns } from './family-sizes.ts';

/** A family is shown as far as one part of the list reaches. */
const MOST_SIZES = 100;

/** Pieces that were typed, and the pack that they are counted in. */
type TypedQuantity = Omit<PackedLine, 'toolId'>;
const NOTHING: TypedQuantity = { quantity: 0 };

/** All sizes of what the tool is one size of, each with a quantity; nothing where it stands alone. */
export default function FamilyTable({ tool, family }: { tool: Tool; family: string }) {
  const rows = useSource(toolList({ family, limit: MOST_SIZES }))?.rows;
  const names = useLoaded(attributeNames);
  const [columns, sizes] = useMemo(() => {
    const found = rows ?? [];
    const apart = sizeColumns(found, names);
    return [apart, bySize(found, apart)];
  }, [rows, names]);
  const [typed, setTyped] = useState<Record<string, TypedQuantity>>({});
  const [said, setSaid] = useState<{ lines: number; wrong: number } | null>(null);
  const [tried, setTried] = useState(false);
  if (sizes.length < 2) return null;

  const isOrderable = sizes.some((size) => orderableRange(size) !== null);
  const wanted = sizes
    .map((size) => ({ size, ...(typed[size._id] ?? NOTHING) }))
    .filter(({ quantity }) => quantity > 0);
  const problemOf = (size: Tool) => {
    const { quantity } = typed[size._id] ?? NOTHING;
    return quantity === 0 ? null : lineProblem(size, quantity);
  };
  const addAll = () => {
    setTried(true);
    const wrong = wanted.filter(({ size }) => problemOf(size) !== null).length;
    if (wrong === 0) tabBasket().add(...wanted.map(({ size, ...line }) => ({ toolId: size._id, ...line })));
    setSaid({ lines: wanted.length, wrong });
  };
  return (
    <section aria-labelledby="family" className="lg:col-span-2">
      <h2 id="family" className="text-2xl font-semibold break-words">
        {family}
      </h2>
      <p className="muted mb-3">{say('All sizes. Enter a quantity for each one you want.')}</p>
      <table className="w-full max-md:block">
        <caption className="sr-only">{say('Sizes of {family}', { family })}</caption>
        <thead className="muted border-base-content hidden border-b-2 text-left text-sm md:table-header-group">
          <tr>
            <th scope="col" className="py-2 font-medium md:px-2">
              {say('Tool')}
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="px-2 font-medium">
                {title}
              </th>
            ))}
            <th scope="col" className="px-2 text-right font-medium">
              {sizes.some(({ priceUnit }) => priceUnit > 1) ? say('Price') : say('Per piece')} <ExcludingTax />
            </th>
            {[say('In stock'), say('Step'), say('Pieces')].map((title) => (
              <th key={title} scope="col" className="px-2 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {sizes.map((size) => (
            <FamilyRow
              key={size._id}
              size={size}
              columns={columns}
              isThis={size._id === tool._id}
              quantity={(typed[size._id] ?? NOTHING).quantity}
              pack={typed[size._id]?.pack}
              problem={tried ? problemOf(size) : null}
              nearest={suggestIn(size, (typed[size._id] ?? NOTHING).quantity, typed[size._id]?.pack)}
              onQuantity={(quantity, pack) => {
                setSaid(null);
                setTyped((before) => ({ ...before, [size._id]: { quantity, ...(pack && { pack }) } }));
              }}
            />
          ))}
        </tbody>
      </table>
      {isOrderable && (
        <div className="mt-4 flex flex-wrap items-center justify-end gap-4">
          <p role="status" className="text-sm">
            {said && said.wrong > 0 && (
              <span className="text-error">
                {say(
                  '{count, plural, one {# size needs} other {# sizes need}} a different quantity. Nothing was added.',
                  { count: said.wrong },
                )}
              </span>
            )}
            {said && said.lines === 0 && (
              <span className="text-error">{say('Enter a quantity for at least one size.')}</span>
            )}
            {said && said.wrong === 0 && said.lines > 0 && (
              <>
                <span>{say('{count, plural, one {# size} other {# sizes}} added.', { count: said.lines })}</span>{' '}
                <TextLink to="/basket">{say('View basket')}</TextLink>
              </>
            )}
          </p>
          <button type="button" className="btn btn-primary" onClick={addAll}>
            {wanted.length === 0
              ? say('Add all sizes')
              : say('Add all {count, plural, one {# size} other {# sizes}}', { count: wanted.length })}
          </button>
        </div>
      )}
    </section>
  );
}
