import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { useEffect, useRef } from 'react';
import type { Figures } from '#contract/admin.ts';
import { dollars, pieces } from '#web/shell/format.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { useSortedRows } from '#web/ui/data-table/use-sorted-rows.ts';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

/** Orders as bars and revenue as a line, day by day; the same as a table for those who cannot see it. */
export function DaysChart({ days }: Pick<Figures, 'days'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const chart = new Chart(canvas.current, configuration(days, getComputedStyle(canvas.current)));
    return () => chart.destroy();
  }, [days]);
  return (
    <figure>
      <div className="h-72">
        <canvas ref={canvas} role="img" aria-label={`Orders and revenue of the last ${days.length} days`} />
      </div>
      <details className="mt-2">
        <summary className="cursor-pointer text-sm">As a table</summary>
        <DayTable days={days} />
      </details>
    </figure>
  );
}

const COLUMNS: Column<Figures['days'][number]>[] = [
  { id: 'day', title: 'Day', kind: 'tight', names: true, value: ({ day }) => day, cell: ({ day }) => day },
  { id: 'orders', title: 'Orders', kind: 'number', value: (day) => day.orders, cell: (day) => pieces(day.orders) },
  { id: 'revenue', title: 'Revenue', kind: 'number', value: (day) => day.revenue, cell: (day) => dollars(day.revenue) },
];

function DayTable({ days }: Pick<Figures, 'days'>) {
  return (
    <DataTable
      label="Orders and revenue day by day"
      keyOf={({ day }) => day}
      empty="There are no days."
      {...useSortedRows(days, COLUMNS)}
    />
  );
}

function configuration(days: Figures['days'], style: CSSStyleDeclaration): ConstructorParameters<typeof Chart>[1] {
  const [bars, line] = ['--color-primary', '--color-accent'].map((name) => style.getPropertyValue(name));
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ticks = { color: style.color };
  return {
    data: {
      labels: days.map(({ day }) => day.slice(5)),
      datasets: [
        {
          type: 'line',
          label: 'Revenue',
          data: days.map(({ revenue }) => revenue),
          borderColor: line,
          backgroundColor: line,
          yAxisID: 'revenue',
          pointStyle: 'rectRot',
          pointRadius: 4,
          borderWidth: 2,
        },
        {
          type: 'bar',
          label: 'Orders',
          data: days.map(({ orders }) => orders),
          backgroundColor: bars,
          yAxisID: 'orders',
        },
      ],
    },
    options: {
      maintainAspectRatio: false,
      animation: still ? false : { duration: 300 },
      interaction: { mode: 'index', intersect: false },
      font: { family: style.fontFamily },
      plugins: { legend: { labels: { ...ticks, usePointStyle: true } } },
      scales: {
        x: { ticks, grid: { display: false } },
        orders: { position: 'left', beginAtZero: true, ticks: { ...ticks, precision: 0 } },
        revenue: {
          position: 'right',
          beginAtZero: true,
          grid: { display: false },
          ticks: { ...ticks, callback: (value) => dollars(Number(value)) },
        },
      },
    },
  };
}
