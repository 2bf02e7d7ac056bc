import { type CellProblem, GROUPS_SHOWN, type ImportFindings, ROWS_NAMED } from '#contract/catalogue/imports.ts';

/** Gathers what a dry run finds beside its rows, however many there are. */
interface Findings {
  complain(problems: readonly CellProblem[]): void;
  miss(columns: readonly string[]): void;
  /** @param columns what headings are taken for that are none by themselves */
  result(columns: ImportFindings['columns']): Pick<ImportFindings, 'columns' | 'missing' | 'problems'>;
}

export function createFindings(): Findings {
  const groups = new Map<string, ImportFindings['problems'][number]>();
  const missing = new Map<string, number>();
  return {
    complain(problems) {
      for (const { row, column, message } of problems) {
        const key = `${column}\n${message}`;
        const group = groups.get(key);
        if (group) {
          group.count++;
          if (group.rows.length < ROWS_NAMED) group.rows.push(row);
        } else if (groups.size < GROUPS_SHOWN) groups.set(key, { column, message, count: 1, rows: [row] });
      }
    },
    miss(columns) {
      for (const column of columns) missing.set(column, (missing.get(column) ?? 0) + 1);
    },
    result: (columns) => ({
      columns,
      missing: [...missing].map(([column, count]) => ({ column, count })),
      problems: [...groups.values()].toSorted((one, other) => other.count - one.count),
    }),
  };
}
