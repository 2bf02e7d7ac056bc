import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { projectRoot } from '#server/project-root.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createObserver, observedJob } from './observer.ts';
import { processMetrics } from './process-metrics.ts';

/** What Prometheus itself says of each that it asks. */
const PROMETHEUS_OWN = ['up'];
const FILES = ['grafana/tradebench.json', 'prometheus/alerts.yml', 'prometheus/alerts.test.yml'];

let shop: TestShop;
/** What /metrics names, histograms with the names that their parts have. */
let told: Set<string>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const observer = await createObserver({ metrics: { host: '127.0.0.1', port: 1 }, tracing: undefined }, shop.parts);
  await observedJob('backup', async () => {});
  const text = `${await observer.metrics?.()}\n${await processMetrics(1, { serving: () => [1] })()}`;
  await observer.stop();
  told = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
});
afterAll(() => shop.close());

/** The series that a file of deploy/ asks for. */
function asked(file: string): string[] {
  const text = readFileSync(join(projectRoot, 'deploy', file), 'utf8');
  const expressions = file.endsWith('.json')
    ? [...text.matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)].map(([, expression = '']) => expression)
    : [text.replaceAll(/^ *(summary|what|exp_\w+):.*$/gm, '')];
  return [
    ...new Set(expressions.flatMap((each) => each.match(/\b(?:tradebench|nodejs|process)_\w+|\bup(?=\{)/g) ?? [])),
  ];
}

describe.each(FILES)('deploy/%s', (file) => {
  it('asks only for what /metrics tells', () => {
    const names = asked(file);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !told.has(name) && !PROMETHEUS_OWN.includes(name))).toEqual([]);
  });
});

it('every panel of the dashboard has a title, a source and something to show, and none covers another', () => {
  const { panels } = JSON.parse(readFileSync(join(projectRoot, 'deploy/grafana/tradebench.json'), 'utf8')) as {
    panels: {
      id: number;
      title: string;
      datasource: { uid: string };
      gridPos: { x: number; y: number; w: number; h: number };
      targets: { expr: string }[];
    }[];
  };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const panel of panels) {
    expect(panel.title).not.toBe('');
    expect(panel.datasource.uid).toBe('${datasource}');
    expect(panel.targets.every(({ expr }) => expr !== '')).toBe(true);
    expect(panel.targets.length).toBeGreaterThan(0);
  }
});
