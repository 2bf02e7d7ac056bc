import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const files: Record<string, Record<string, Route>>[] = await Promise.all(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.routes.ts'))
    .map((name) => import(join(import.meta.dirname, name))),
);

describe('the table of calls', () => {
  const rows = files.flatMap((file) => Object.values(file).flatMap((table) => Object.entries(table)));

  it('has every row of every file once', () => {
    // Spread one after the other, the later of two rows with one name would take the place of the earlier, unsaid.
    expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('has one row for a method and a path', () => {
    const calls = rows.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
    expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([]);
  });
});
