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
import { shortDay, writtenMonth } from '#contract/days.ts';
import type { Figures, SpanUnit } from '#contract/money/figures.ts';
import { money } from '#web/shell/format.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { useSortedRows } from '#web/ui/data-table/use-sorted-rows.ts';
import { numbers } from './columns.tsx';

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

type Span = Figures['spans'][number];

/** Revenue as bars, that of the time before as a dashed line with diamonds; the same as a table for those who cannot see it. */
export function SpansChart({ spans, by }: Pick<Figures, 'spans'> & { by: SpanUnit }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const draw = () => new Chart(current, configuration(spans, by, getComputedStyle(current)));
    let chart = draw();
    const again = () => {
      chart.destroy();
      chart = draw();
    };
    // What is drawn keeps its colours when the evening brings the other theme.
    const theme = window.matchMedia('(prefers-color-scheme: dark)');
    theme.addEventListener('change', again);
    return () => {
      theme.removeEventListener('change', again);
      chart.destroy();
    };
  }, [spans, by]);
  return (
    <figure aria-label={`Revenue by ${by}`}>
      <div className="relative h-72">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`Revenue by ${by} compared with the period before; the table below shows the same`}
        />
      </div>
      <details className="mt-2">
        <summary className="cursor-pointer text-sm">As a table</summary>
        <SpanTable spans={spans} by={by} />
      </details>
    </figure>
  );
}

/** A span by its first day, `YYYY-MM-DD`, as people say it. */
function spanName(by: SpanUnit, from: string): string {
  if (by === 'year') return from.slice(0, 4);
  return by === 'month' ? writtenMonth(from) : shortDay(from);
}

function columnsOf(by: SpanUnit): Column<Span>[] {
  return [
    {
      title: by === 'day' ? 'Day' : 'From',
      kind: 'tight',
      names: true,
      value: ({ from }) => from,
      cell: ({ from }) => spanName(by, from),
    },
    numbers('Orders', (span) => span.orders),
    numbers('Revenue', (span) => span.revenue, money),
    numbers('Orders, period before', ({ before }) => before.orders),
    numbers('Revenue, period before', ({ before }) => before.revenue, money),
  ];
}

function SpanTable({ spans, by }: Pick<Figures, 'spans'> & { by: SpanUnit }) {
  return (
    <DataTable
      label={`Orders and revenue by ${by}`}
      keyOf={({ from }) => from}
      empty="There is nothing to show."
      {...useSortedRows(spans, columnsOf(by))}
    />
  );
}

function configuration(
  spans: Figures['spans'],
  by: SpanUnit,
  style: CSSStyleDeclaration,
): ConstructorParameters<typeof Chart>[1] {
  const [bars, line] = ['--color-primary', '--color-accent'].map((name) => style.getPropertyValue(name));
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ticks = { color: style.color };
  return {
    data: {
      labels: spans.map(({ from }) => spanName(by, from)),
      datasets: [
        {
          type: 'line',
          label: 'The period before',
          data: spans.map(({ before }) => before.revenue),
          borderColor: line,
          backgroundColor: line,
          borderDash: [6, 4],
          pointStyle: 'rectRot',
          pointRadius: spans.length > 31 ? 2 : 4,
          borderWidth: 2,
        },
        {
          type: 'bar',
          label: 'Revenue',
          data: spans.map(({ revenue }) => revenue),
          backgroundColor: bars,
        },
      ],
    },
    options: {
      maintainAspectRatio: false,
      animation: still ? false : { duration: 300 },
      interaction: { mode: 'index', intersect: false },
      font: { family: style.fontFamily },
      plugins: {
        legend: { labels: { ...ticks, usePointStyle: true } },
        tooltip: { callbacks: { label: ({ dataset, parsed }) => `${dataset.label}: ${money(parsed.y ?? 0)}` } },
      },
      scales: {
        x: { ticks, grid: { display: false } },
        y: { beginAtZero: true, ticks: { ...ticks, callback: (value) => money(Number(value)).replace(/\.00$/, '') } },
      },
    },
  };
}
