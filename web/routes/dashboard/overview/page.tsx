import { useState } from 'react';
import type { Figures } from '#contract/admin.ts';
import { useFigures } from '#web/api/admin.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { RequireAdmin } from '#web/routes/dashboard/require-admin.tsx';
import { dollars, pieces } from '#web/shell/figures.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import type { Route } from './+types/page.ts';
import { DaysChart } from './days-chart.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Overview', description: 'The shop at a glance.' });

const SPANS = [7, 30, 90];

export default function OverviewPage() {
  const user = useDashboardUser();
  return (
    <RequireAdmin user={user}>
      <Overview />
    </RequireAdmin>
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
          {figures.short.first.length === 0 ? (
            <p>Every tool can be ordered.</p>
          ) : (
            <table className="table-sm table">
              <thead>
                <tr>
                  <th scope="col">Tool</th>
                  <th scope="col" className="text-right">
                    In stock
                  </th>
                  <th scope="col" className="text-right">
                    Minimum
                  </th>
                </tr>
              </thead>
              <tbody>
                {figures.short.first.map((tool) => (
                  <tr key={tool._id}>
                    <td className="wrap-anywhere">
                      <PageLink className="link" to={`/dashboard/manageProducts?q=${encodeURIComponent(tool.name)}`}>
                        {tool.name}
                      </PageLink>
                    </td>
                    <td className="text-right tabular-nums">{pieces(tool.availableQuantity)}</td>
                    <td className="text-right tabular-nums">{pieces(tool.minOrderQuantity)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
        <section aria-labelledby="best">
          <h3 id="best" className="mb-2 text-lg font-semibold">
            Best sellers
          </h3>
          {figures.bestSellers.length === 0 ? (
            <p>Nothing was paid for in these days.</p>
          ) : (
            <table className="table-sm table">
              <thead>
                <tr>
                  <th scope="col">Tool</th>
                  <th scope="col" className="text-right">
                    Pieces
                  </th>
                  <th scope="col" className="text-right">
                    Revenue
                  </th>
                </tr>
              </thead>
              <tbody>
                {figures.bestSellers.map((tool) => (
                  <tr key={tool.toolId}>
                    <td className="wrap-anywhere">{tool.tool}</td>
                    <td className="text-right tabular-nums">{pieces(tool.pieces)}</td>
                    <td className="text-right tabular-nums">{dollars(tool.revenue)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
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
