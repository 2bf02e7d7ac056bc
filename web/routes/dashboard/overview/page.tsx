import { useState } from 'react';
import type { Figures } from '#contract/admin.ts';
import { useFigures } from '#web/queries/figures.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { dollars, pieces } from '#web/shell/format.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import type { Route } from './+types/page.ts';
import { DaysChart } from './days-chart.tsx';
import { BestSellers, ShortTools } from './tool-tables.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Overview', description: 'The shop at a glance.' });

const SPANS = [7, 30, 90];

export default function OverviewPage() {
  const user = useDashboardUser();
  return (
    <RequirePermission user={user} permission="figures">
      <Overview />
    </RequirePermission>
  );
}

function Overview() {
  const [days, setDays] = useState(30);
  const { data, error } = useFigures(useDashboardUser(), days);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">Overview</h2>
        <div className="join" role="group" aria-label="Days shown">
          {SPANS.map((span) => (
            <button
              key={span}
              type="button"
              className={`btn btn-sm join-item ${span === days ? 'btn-primary' : ''}`}
              aria-pressed={span === days}
              onClick={() => setDays(span)}
            >
              {span} days
            </button>
          ))}
        </div>
      </div>
      {data ? (
        <Facts figures={data} />
      ) : error ? (
        <QueryProblem heading="h2" title="The figures cannot be shown" message={error.message} />
      ) : (
        <div className="skeleton h-96 w-full" role="status" aria-label="Loading the figures" />
      )}
    </>
  );
}

function Facts({ figures }: { figures: Figures }) {
  const orders = figures.days.reduce((sum, day) => sum + day.orders, 0);
  const revenue = figures.days.reduce((sum, day) => sum + day.revenue, 0);
  return (
    <div className="grid gap-6">
      <dl className="stats stats-vertical sm:stats-horizontal border-base-300 w-full border">
        <Fact name="Orders" value={pieces(orders)} />
        <Fact name="Revenue" value={dollars(revenue)} />
        <Fact name="Waiting for payment" value={`${pieces(figures.unpaid.orders)} · ${dollars(figures.unpaid.sum)}`} />
        <Fact name="Users" value={pieces(figures.customers)} />
      </dl>
      <DaysChart days={figures.days} />
      <div className="grid gap-6 xl:grid-cols-2">
        <section aria-labelledby="short">
          <h3 id="short" className="mb-2 text-lg font-semibold">
            Less in stock than the minimum order: {pieces(figures.short.tools)}
          </h3>
          <ShortTools tools={figures.short.first} />
        </section>
        <section aria-labelledby="best">
          <h3 id="best" className="mb-2 text-lg font-semibold">
            Best sellers
          </h3>
          <BestSellers tools={figures.bestSellers} />
        </section>
      </div>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="stat">
      <dt className="stat-title">{name}</dt>
      <dd className="stat-value text-2xl tabular-nums">{value}</dd>
    </div>
  );
}
