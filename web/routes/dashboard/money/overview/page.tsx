import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Figures, SpanUnit } from '#contract/money/figures.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { chosen, withParameter } from '#web/routes/dashboard/search-field.tsx';
import { counted, money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable, type DataTableProps } from '#web/ui/data-table/data-table.tsx';
import { useSortedRows } from '#web/ui/data-table/use-sorted-rows.ts';
import { ENDING, EXPIRING, SELLERS, SHORT } from './columns.tsx';
import { SpansChart } from './spans-chart.tsx';

export const meta = metaOf({ title: 'Overview', description: 'The shop at a glance.' });

interface Choice {
  text: string;
  by: SpanUnit;
  days: number;
}

/** What can be chosen, as it stands in the address. */
const CHOICES = {
  '7': { text: '7 days', by: 'day', days: 7 },
  '30': { text: '30 days', by: 'day', days: 30 },
  '90': { text: '90 days', by: 'day', days: 90 },
  weeks: { text: '26 weeks', by: 'week', days: 90 },
  months: { text: '12 months', by: 'month', days: 90 },
  years: { text: '5 years', by: 'year', days: 90 },
} satisfies Record<string, Choice>;
const USUAL = '30';

export default function OverviewPage() {
  return (
    <RequirePermission permission="figures">
      <Overview />
    </RequirePermission>
  );
}

function Overview() {
  const [search, setSearch] = useSearchParams();
  const period = chosen(search, 'period', CHOICES) ?? USUAL;
  const { by, days } = CHOICES[period];
  const query = { by, days };
  const options = { placeholderData: keepPreviousData };
  const { data, error } = usePersonal(['figures', query], 'GET /figures', { query }, options);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">Overview</h2>
        <div className="join flex-wrap" role="group" aria-label="Period">
          {Object.entries(CHOICES).map(([key, { text }]) => (
            <button
              key={key}
              type="button"
              className={`btn btn-sm join-item ${key === period ? 'btn-primary' : ''}`}
              aria-pressed={key === period}
              onClick={() =>
                setSearch((earlier) => withParameter(earlier, 'period', key === USUAL ? '' : key), {
                  replace: true,
                  preventScrollReset: true,
                })
              }
            >
              {text}
            </button>
          ))}
        </div>
      </div>
      {data ? <Facts figures={data} by={by} /> : <NotShown what="the figures" error={error} />}
    </>
  );
}

const SOLD = { best: 'Best sellers', worst: 'Worst sellers' };
const PERIOD_NAMES = { day: 'Today', week: '7 days', month: '30 days', year: '365 days' };

/** What was sold, with tax and without, and what is left of it where costs are known. */
function Result({ days, gross, net, tax, goods, goodsWithCost, margin }: Figures['result']) {
  const share = goods > 0 ? Math.round((goodsWithCost / goods) * 100) : 0;
  return (
    <dl className="stats stats-vertical sm:stats-horizontal border-base-300 w-full border">
      <Fact name={`Gross, ${counted(days, 'day')}`} value={money(gross)}>
        with freight and tax, less refunds
      </Fact>
      <Fact name={`Net, ${counted(days, 'day')}`} value={money(net)}>
        {`without ${money(tax)} tax`}
      </Fact>
      <Fact name={`Margin, ${counted(days, 'day')}`} value={margin === null ? '–' : money(margin)}>
        {margin === null
          ? 'Enter what products cost to see it'
          : `${goodsWithCost > 0 ? Math.round((margin / goodsWithCost) * 100) : 0}% of the goods with known costs, which are ${share}% of all`}
      </Fact>
    </dl>
  );
}

function Facts({ figures, by }: { figures: Figures; by: SpanUnit }) {
  const { periods, toShip, unpaid, owed, expiring, customers, sellersDays } = figures;
  const lately = `in ${counted(sellersDays, 'day')}`;
  return (
    <div className="grid grid-cols-1 gap-6">
      <dl className="stats stats-vertical sm:stats-horizontal border-base-300 w-full border">
        {periods.map(({ name, revenue, orders, before }) => (
          <Fact key={name} name={`Revenue, ${PERIOD_NAMES[name]}`} value={money(revenue)}>
            {counted(orders, 'order')}; {name === 'day' ? 'yesterday' : 'before'} {money(before.revenue)}
            {change(revenue, before.revenue)}
          </Fact>
        ))}
      </dl>
      <Result {...figures.result} />
      <p className="muted text-sm">
        Revenue is the total of the orders paid on a day, with freight and tax, less refunds; orders are those placed on
        that day. Best and worst sellers leave out refunded pieces, and their revenue leaves out freight and tax.
      </p>
      <dl className="stats stats-vertical sm:stats-horizontal border-base-300 w-full border">
        <Fact
          name="To ship"
          value={<TextLink to="/dashboard/orders?fulfilment=open">{counted(toShip.orders, 'order')}</TextLink>}
        >
          {toShip.oldest ? `The oldest was paid ${moment(toShip.oldest)}` : 'Nothing is waiting'}
        </Fact>
        <Fact name="Waiting for payment" value={`${pieces(unpaid.orders)} · ${money(unpaid.sum)}`}>
          {counted(expiring.orders, 'order')} expire within 24 hours
        </Fact>
        {owed.orders > 0 && (
          <Fact
            name="Owed on account"
            value={<TextLink to="/dashboard/accounts">{counted(owed.orders, 'order')}</TextLink>}
          >
            {counted(owed.overdue, 'order')} overdue
          </Fact>
        )}
        <Fact name="Users" value={pieces(customers)} />
      </dl>
      <SpansChart spans={figures.spans} by={by} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Part
          id="ending"
          title={`When stock runs out, based on sales ${lately}`}
          label="Running out"
          empty="At this rate nothing runs out within 90 days."
          rows={figures.runningOut}
          columns={ENDING}
          keyOf={({ _id }) => _id}
        />
        <Part
          id="expiring"
          title={`Unpaid and soon to expire: ${pieces(expiring.orders)}`}
          label="Unpaid orders that expire soon"
          empty="No unpaid order expires within 24 hours."
          rows={expiring.first}
          columns={EXPIRING}
          keyOf={({ _id }) => _id}
        />
        {(['best', 'worst'] as const).map((which) => (
          <Part
            key={which}
            id={which}
            title={`${SOLD[which]} ${lately}`}
            label={SOLD[which]}
            empty="No sales in this period."
            rows={figures[`${which}Sellers`]}
            columns={SELLERS}
            keyOf={({ toolId }) => toolId}
          />
        ))}
        <Part
          id="short"
          title={`Less in stock than the minimum order: ${pieces(figures.short.tools)}`}
          label="Tools running short"
          empty="Every tool can be ordered."
          rows={figures.short.first}
          columns={SHORT}
          keyOf={({ _id }) => _id}
        />
      </div>
    </div>
  );
}

interface PartProps<Row> extends Pick<DataTableProps<Row>, 'label' | 'keyOf'> {
  id: string;
  title: string;
  empty: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

function Part<Row>({ id, title, empty, rows, columns, ...table }: PartProps<Row>) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-lg font-semibold">
        {title}
      </h3>
      <DataTable {...table} empty={<p>{empty}</p>} {...useSortedRows(rows, columns)} />
    </section>
  );
}

/** How much more or less, where there was something before. */
function change(now: number, before: number): string {
  if (before <= 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  return ` (${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en-US')} %)`;
}

function Fact({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className="stat">
      <dt className="stat-title">{name}</dt>
      <dd className="stat-value text-2xl tabular-nums">{value}</dd>
      {children && <dd className="muted text-xs whitespace-normal">{children}</dd>}
    </div>
  );
}
