import type { ReactNode } from 'react';
import type { Priced } from '#contract/buying/basket.ts';
import { useWhom } from '#web/session/whom.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { money } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
import './totals.css';
import { Promised } from './promised.tsx';
import { ShortOfMinimum } from './short-of-minimum.tsx';
import { SurchargeRow } from './surcharge-row.tsx';

interface Props {
  priced: Priced | null;
  busy: boolean;
  /** Stands below the sums. */
  children?: ReactNode;
  /** Stands beside the total in one line at the foot of a telephone's screen. */
  next?: ReactNode;
}

/** Goods, freight, tax and total; read out when they change. */
export function Totals({ priced, busy, children, next }: Props) {
  const whom = useWhom();
  const good = priced?.lines.filter(({ problem }) => problem === null) ?? [];
  const left = (priced?.lines.length ?? 0) - good.length;
  const total = moneyOrDash(priced?.price);
  return (
    <>
      <section
        aria-labelledby="basket-totals"
        className="totals border-base-300 bg-base-100 rounded-box border p-4 lg:p-6"
      >
        <h2 id="basket-totals" className="mb-3 text-xl font-semibold">
          {say('Totals')}
        </h2>
        {whom && <p className="mb-2 text-sm font-medium">{say('For {whom}', { whom })}</p>}
        <dl className={`grid grid-cols-[1fr_auto] gap-y-1 [&>dd]:pl-4 tabular-nums ${busy ? 'opacity-75' : ''}`}>
          <dt>
            <span>{say('Goods, {count, plural, one {# line} other {# lines}}', { count: good.length })}</span>{' '}
            <ExcludingTax />
          </dt>
          <dd className="text-right">{moneyOrDash(priced?.goods)}</dd>
          <FreightAndTax priced={priced} />
          <dt className="border-base-content mt-2 border-t-2 pt-2 text-lg font-semibold">{say('Total')}</dt>
          <dd className="font-display border-base-content mt-2 border-t-2 pt-2 text-right text-2xl font-semibold">
            {total}
          </dd>
        </dl>
        <p role="status" className="sr-only">
          {!busy && typeof priced?.price === 'number' && <span>{say('Total {total}', { total })}</span>}
          {!busy && left > 0 && (
            <span>{say(', {left, plural, one {# line needs} other {# lines need}} your attention', { left })}</span>
          )}
        </p>
        <Promised priced={priced} className="mt-2" />
        <ShortOfMinimum priced={priced} className="mt-2 text-sm font-medium" />
        {priced?.taxNote && <p className="muted mt-2 text-sm">{priced.taxNote}</p>}
        {left > 0 && (
          <p className="text-error mt-2 text-sm">
            {say(
              '{left, plural, one {# line needs your attention and is not counted.} other {# lines need your attention and are not counted.}}',
              { left },
            )}
          </p>
        )}
        {children}
      </section>
      {next && (
        <div className="totals-bar border-base-300 bg-base-100">
          <p className="min-w-0">
            <span className="muted">
              <span>{say('Total')}</span>{' '}
              {whom && <span className="block text-xs break-words">{say('for {whom}', { whom })}</span>}
            </span>
            <span className="font-display text-xl font-semibold whitespace-nowrap tabular-nums">{total}</span>
          </p>
          {next}
        </div>
      )}
    </>
  );
}

function FreightAndTax({ priced }: Pick<Props, 'priced'>) {
  return (
    <>
      <dt>{say('Delivery')}</dt>
      <dd className="text-right">{priced?.freight === 0 ? say('Free') : moneyOrDash(priced?.freight)}</dd>
      <SurchargeRow of={priced} className="text-right" />
      {priced !== null && priced.tax !== 0 && (
        <>
          <dt>{say('Tax')}</dt>
          <dd className="text-right">{moneyOrDash(priced.tax)}</dd>
        </>
      )}
    </>
  );
}

function moneyOrDash(amount: number | null | undefined): string {
  return typeof amount === 'number' ? money(amount) : '–';
}
