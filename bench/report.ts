import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { commit, machine } from '../house/machine.ts';
import { putSection } from '../house/sections.ts';

/** One value of a bench. */
export interface Row {
  what: string;
  value: number;
  unit: '/s' | 'ms' | 'MB' | 's' | 'points' | 'kB' | '';
  /** What the machine can do at most, measured in the same minutes. */
  limit?: number;
  /** The share of it, round by round. */
  ratio?: number;
  /** What the value must be: its share of the limit, or itself. */
  bar?: Bar;
}

export type Bar = { shareOfLimit: number } | { below: number } | { atLeast: number };

/** What docs/performance.md begins with stands there already; this is for a project that lost it. */
const HEAD = '# Speed, measured\n';

/** Prints the values, keeps them in bench/results/NAME.json and shows them in docs/performance.md. @returns whether every bar was met */
export function report(name: string, title: string, how: string, rows: readonly Row[]): boolean {
  const judged = rows.map((row) => ({ ...row, meets: meets(row) }));
  const cells = judged.map((row) => [
    row.what,
    `${shown(row.value)} ${row.unit}`.trim(),
    row.limit === undefined ? '' : `${shown(row.limit)} ${row.unit}`.trim(),
    row.ratio === undefined ? '' : row.ratio.toFixed(2),
    row.bar === undefined ? '' : barText(row),
    row.meets === undefined ? '' : row.meets ? 'meets' : 'MISSES',
  ]);
  const head = ['', 'shop', 'limit', 'ratio', 'bar', ''];
  const widths = head.map((text, column) => Math.max(text.length, ...cells.map((line) => line[column]!.length)));
  const line = (texts: string[]) =>
    texts.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join('  ');
  console.log(`\n${title}\n\n  ${[head, ...cells].map(line).join('\n  ')}\n`);
  const folder = join(projectRoot, 'bench', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const facts = { bench: name, title, date: new Date().toISOString(), commit: commit(), machine: machine(), how };
  writeFileSync(file, `${JSON.stringify({ ...facts, rows: judged }, null, 2)}\n`);
  execFileSync('npx', ['--no-install', 'oxfmt', file], { cwd: projectRoot, stdio: 'ignore' });
  putSection('docs/performance.md', HEAD, title, [
    `\`npm run bench -- ${name}\` · ${facts.date.slice(0, 10)} · commit ${facts.commit} · ${facts.machine}`,
    '',
    how,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`,
    ...cells.map((texts) => `| ${texts.join(' | ')} |`),
  ]);
  return judged.every((row) => row.meets !== false);
}

function meets(row: Row): boolean | undefined {
  if (row.bar === undefined) return undefined;
  if ('below' in row.bar) return row.value < row.bar.below;
  if ('atLeast' in row.bar) return row.value >= row.bar.atLeast;
  return (row.ratio ?? 0) >= row.bar.shareOfLimit;
}

function barText({ bar, unit }: Row): string {
  if (bar === undefined) return '';
  if ('below' in bar) return `< ${bar.below} ${unit}`.trim();
  return 'atLeast' in bar ? `≥ ${bar.atLeast} ${unit}`.trim() : `≥ ${bar.shareOfLimit} × limit`;
}

function shown(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits });
}
