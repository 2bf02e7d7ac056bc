import { say } from '#web/saying/say.ts';
import { type ReactNode, useId, useRef } from 'react';
import type { Column, Sort } from './column.ts';
import { useDensity } from './density.ts';
import { HeadRow, SelectAll } from './head-row.tsx';
import { RowName } from './row-name.ts';
import { type Selection, toggled } from './selection.ts';
import { Toolbar } from './toolbar.tsx';
import { useCards } from './use-cards.ts';
import { useNextRowFocus } from './use-next-row-focus.ts';
import { useScrollsSideways } from './use-scrolls-sideways.ts';

export interface DataTableProps<Row> {
  /** Names the table to those who cannot see it, such as `All orders`. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** Said instead of a table without rows. */
  empty: ReactNode;
  sort?: Sort;
  /** Boxes before the rows; what can be done with the chosen ones stands in `tools`. */
  selection?: Selection<Row>;
  /** Above the table, to the left: how many there are, or buttons for what is chosen. */
  tools?: ReactNode;
  /** It has many columns: its rows are cards on tablets too, and its letters smaller on small desks. */
  wide?: boolean;
}

/**
 * The table of the house: one look, one behaviour. Its head stays in sight, numbers stand to the right, rows are cards on
 * telephones, and what is removed gives the focus to the next row. docs/decisions/450-folders.md says why it is our own.
 */
export function DataTable<Row>({ rows, ...rest }: DataTableProps<Row>) {
  if (rows) return <LoadedTable rows={rows} {...rest} />;
  return (
    <div className="skeleton h-64 w-full" role="status" aria-label={say('Loading: {label}', { label: rest.label })} />
  );
}

type Loaded<Row> = DataTableProps<Row> & { rows: readonly Row[] };

function LoadedTable<Row>({ label, columns, rows, keyOf, empty, sort, selection, tools, wide = false }: Loaded<Row>) {
  const isCards = useCards(wide);
  const shown = isCards ? columns.filter(({ notOnCards }) => !notOnCards) : columns;
  const [density, setDensity] = useDensity();
  const region = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useNextRowFocus(body, region);
  const scrolls = useScrollsSideways(region);
  const idBase = useId();
  return (
    <>
      <Toolbar
        columns={columns}
        {...(sort ? { sort } : {})}
        density={density}
        onDensity={rows.length > 0 ? setDensity : undefined}
      >
        {tools}
      </Toolbar>
      {/* The heads of cards are out of sight. */}
      {isCards && selection && rows.length > 0 && (
        <label className="flex min-h-11 w-fit items-center gap-2 pr-2">
          <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
          {say('Select all')}
        </label>
      )}
      {/* A region that scrolls must be reached by the keyboard; one that does not need not be. */}
      <div
        ref={region}
        role="region"
        aria-label={label}
        tabIndex={scrolls ? 0 : -1}
        data-focus-target={scrolls ? undefined : ''}
        className="data-table-frame"
      >
        {rows.length === 0 ? (
          empty
        ) : (
          <table
            className="data-table"
            data-density={density}
            data-cards={isCards ? '' : undefined}
            data-wide={wide ? '' : undefined}
          >
            <caption className="sr-only">{label}</caption>
            <HeadRow
              columns={shown}
              rows={rows}
              keyOf={keyOf}
              sort={sort}
              selection={isCards ? undefined : selection}
            />
            <tbody ref={body}>
              {rows.map((row) => {
                const key = keyOf(row);
                const nameId = `${idBase}-${key}`;
                return (
                  <tr key={key} data-key={key} data-selected={selection?.keys.has(key) ? '' : undefined}>
                    {selection && (
                      <td className="data-table-box">
                        <input
                          type="checkbox"
                          className="checkbox checkbox-sm"
                          aria-label={say('Select {nameOf}', { nameOf: selection.nameOf(row) })}
                          checked={selection.keys.has(key)}
                          onChange={() => selection.onChange(toggled(selection.keys, key))}
                        />
                      </td>
                    )}
                    <RowName value={nameId}>
                      {shown.map(({ title, short = title, cell, kind = 'text', names }) => (
                        <td key={title} id={names ? nameId : undefined} data-label={short} data-kind={kind}>
                          {kind === 'text' ? worded(cell(row)) : cell(row)}
                        </td>
                      ))}
                    </RowName>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
      </div>
    </>
  );
}

/** Text in a box of its own, which one endless word does not widen beyond a line's length; nothing stays nothing. */
function worded(content: ReactNode): ReactNode {
  const isNothing = content === null || content === undefined || content === false || content === '';
  return isNothing ? null : <div className="data-table-words">{content}</div>;
}
