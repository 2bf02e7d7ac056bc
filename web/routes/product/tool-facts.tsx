import type { Tool } from '#contract/catalogue/tools.ts';
import { Fragment } from 'react';
import { shortDay } from '#contract/days.ts';
import { money, pieces } from '#web/shell/format.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { say } from '#web/saying/say.ts';
import { perUnit } from '#web/shell/price-words.ts';
import { Gallery } from './gallery.tsx';
import { PriceBreaks } from './price-breaks.tsx';

interface Props {
  tool: Tool;
  /** Of the elements that show prices (use-company-tool.ts). */
  priceClass: string;
  /** Whether the page came without any: a company's then appear below, so that they move nothing. */
  breaksBelow: boolean;
}

export function ToolFacts({ tool, priceClass, breaksBelow }: Props) {
  return (
    <section>
      <p className="muted flex justify-between gap-4 text-sm">
        <span className="min-w-0">{tool.category}</span>
        <span className="min-w-0 tabular-nums">{tool.sku}</span>
      </p>
      <h1 className="mt-1 text-3xl font-semibold break-words sm:text-4xl">{tool.name}</h1>
      <p className={`font-display mt-2 mb-4 text-2xl font-semibold tabular-nums ${priceClass}`}>
        {money(tool.price)} <span className="muted text-base font-normal">{perUnit(tool.priceUnit)}</span>{' '}
        <ExcludingTax />
      </p>
      {!breaksBelow && <PriceBreaks tool={tool} priceClass={priceClass} />}
      <Gallery name={tool.name} image={tool.image} />
      <p className="mt-6 max-w-prose text-lg break-words whitespace-pre-line">{tool.description}</p>
      <dl className="border-base-300 mt-6 grid grid-cols-[1fr_auto] border-t tabular-nums *:border-b *:border-base-300 *:py-2.5">
        <dt className="muted">{say('Available quantity')}</dt>
        <dd className="text-right font-medium">{pieces(tool.availableQuantity)}</dd>
        {tool.later.map(({ quantity, day }) => (
          <Fragment key={day}>
            <dt className="muted">{say('Announced for {day}', { day: shortDay(day) })}</dt>
            <dd className="text-right font-medium">{pieces(quantity)}</dd>
          </Fragment>
        ))}
        {tool.backorder.kind === 'always' && (
          <>
            <dt className="muted">{say('Beyond that')}</dt>
            <dd className="text-right font-medium">{madeToOrder(tool.backorder.days)}</dd>
          </>
        )}
        <dt className="muted">{say('Minimum order quantity')}</dt>
        <dd className="text-right font-medium">{pieces(tool.minOrderQuantity)}</dd>
        {tool.quantityStep > 1 && (
          <>
            <dt className="muted">{say('Sold in steps of')}</dt>
            <dd className="text-right font-medium">{pieces(tool.quantityStep)}</dd>
          </>
        )}
        <dt className="muted">{say('Price {perUnit}', { perUnit: perUnit(tool.priceUnit) })}</dt>
        <dd className={`text-right font-medium ${priceClass}`}>
          {money(tool.price)} <ExcludingTax />
        </dd>
      </dl>
      {breaksBelow && <PriceBreaks tool={tool} priceClass={priceClass} />}
    </section>
  );
}

function madeToOrder(days: number): string {
  return days === 0
    ? say('Made to order')
    : say('Made to order in {days, plural, one {# working day} other {# working days}}', { days });
}
