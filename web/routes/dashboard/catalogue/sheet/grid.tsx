import { type ClipboardEvent, type KeyboardEvent, type Ref, useLayoutEffect, useRef } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { pieces } from '#web/shell/format.ts';
import { SHEET_COLUMNS, type SheetColumn } from './sheet-columns.ts';
import { cellOf, copied, filledDown, isInRange, pasted, type Place, rangeOf } from './sheet-edits.ts';
import { readTsv, writeTsv } from './tsv.ts';
import type { Action, State } from './use-sheet.ts';

interface Props {
  tools: readonly Tool[];
  state: State;
  act: (action: Action) => void;
  /** What is wrong in a cell, by tool and column. */
  problemOf: (toolId: string, column: string) => string | undefined;
}

const LAST = SHEET_COLUMNS.length - 1;
const PAGE = 10;
const within = (value: number, most: number) => Math.min(Math.max(0, value), Math.max(0, most));

/** Where a key leads from a place; undefined where it leads nowhere. */
function led(key: string, { row, column }: Place, jump: boolean): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: jump ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: jump ? Number.MAX_SAFE_INTEGER : row + 1, column };
    case 'ArrowLeft':
      return { row, column: jump ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: jump ? LAST : column + 1 };
    case 'Home':
      return { row: jump ? 0 : row, column: 0 };
    case 'End':
      return { row: jump ? Number.MAX_SAFE_INTEGER : row, column: LAST };
    case 'PageUp':
      return { row: row - PAGE, column };
    case 'PageDown':
      return { row: row + PAGE, column };
    default:
      return undefined;
  }
}

/**
 * Cells as in a spreadsheet: arrows move, with Shift they choose; Enter, F2 or typing writes, Escape does not; Ctrl+C, V, D, Z
 * and Y copy, paste, fill down, undo and redo; Delete empties.
 */
export function Grid({ tools, state, act, problemOf }: Props) {
  const { edits, typing } = state;
  const shown = ({ row, column }: Place) => ({ row: within(row, tools.length - 1), column });
  // A search may have left fewer rows than there were.
  const [at, anchor] = [shown(state.at), shown(state.anchor)];
  const grid = useRef<HTMLTableElement>(null);
  const active = useRef<HTMLTableCellElement>(null);
  /** Whether the keyboard was in a cell's own input, which is gone by then. */
  const follows = useRef(false);
  const chosen = rangeOf(anchor, at);
  useLayoutEffect(() => {
    // The keyboard follows, but is not taken from whoever is elsewhere on the page.
    if (typing !== null) return;
    if (follows.current || grid.current?.contains(document.activeElement)) active.current?.focus();
    follows.current = false;
  });

  const go = (to: Place, extend = false) =>
    act({ do: 'go', to: { row: within(to.row, tools.length - 1), column: within(to.column, LAST) }, extend });
  const put = (text: string) => {
    const [tool, column] = [tools[at.row], SHEET_COLUMNS[at.column]];
    if (tool && column) act({ do: 'put', puts: [{ tool, column, text }] });
  };
  const textAt = ({ row, column }: Place) => {
    const [tool, of] = [tools[row], SHEET_COLUMNS[column]];
    return tool && of ? cellOf(edits, tool, of) : '';
  };
  const empty = () => act({ do: 'put', puts: pasted(tools, chosen, [['']]) });

  const onKeyDown = (event: KeyboardEvent) => {
    if (typing !== null) return;
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    const to = led(key, at, command);
    if (to) go(to, shiftKey);
    else if (command && key.toLowerCase() === 'z') act({ do: shiftKey ? 'redo' : 'undo' });
    else if (command && key.toLowerCase() === 'y') act({ do: 'redo' });
    else if (command && key.toLowerCase() === 'd') act({ do: 'put', puts: filledDown(tools, edits, chosen) });
    else if (command && key.toLowerCase() === 'a')
      act({ do: 'go', to: { row: tools.length - 1, column: at.column }, extend: true });
    else if (key === 'Enter' || key === 'F2') act({ do: 'type', text: textAt(at) });
    else if (key === 'Delete' || key === 'Backspace') empty();
    else if (key.length === 1 && !command && !event.altKey) act({ do: 'type', text: key });
    else return;
    event.preventDefault();
  };
  const onCopy = (event: ClipboardEvent) => {
    if (typing !== null) return;
    event.clipboardData.setData('text/plain', writeTsv(copied(tools, edits, chosen)));
    event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (typing !== null) return;
    act({ do: 'put', puts: pasted(tools, chosen, readTsv(event.clipboardData.getData('text/plain'))) });
    event.preventDefault();
  };

  return (
    <div className="sheet-frame">
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of a grid is a table with this role
        role="grid"
        aria-label="Products"
        aria-multiselectable="true"
        aria-rowcount={tools.length + 1}
        className="sheet"
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <thead>
          <tr>
            {SHEET_COLUMNS.map(({ id, title, number }) => (
              <th key={id} scope="col" data-kind={number ? 'number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tools.map((tool, row) => (
            <tr key={tool._id}>
              {SHEET_COLUMNS.map((column, place) => {
                const here = at.row === row && at.column === place;
                return (
                  <Cell
                    key={column.id}
                    place={{ row, column: place }}
                    tool={tool}
                    column={column}
                    text={cellOf(edits, tool, column)}
                    problem={problemOf(tool._id, column.id)}
                    isChosen={isInRange(chosen, { row, column: place })}
                    isActive={here}
                    ref={here ? active : undefined}
                    typing={here ? typing : null}
                    act={act}
                    onTyped={(text, move) => {
                      follows.current = move !== 0;
                      put(text);
                      if (move !== 0) go({ row: row + move, column: place });
                    }}
                    onCancel={() => {
                      follows.current = true;
                      act({ do: 'cancel' });
                    }}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  place: Place;
  tool: Tool;
  column: SheetColumn;
  text: string;
  problem: string | undefined;
  isChosen: boolean;
  /** Whether the keyboard is here. */
  isActive: boolean;
  ref: Ref<HTMLTableCellElement> | undefined;
  /** What is being typed into it; null while nothing is. */
  typing: string | null;
  act: Props['act'];
  /** Written; the keyboard goes so many rows down. */
  onTyped: (text: string, move: number) => void;
  onCancel: () => void;
}

function Cell(props: CellProps) {
  const { place, tool, column, text, problem, isChosen, isActive, ref, typing, act, onTyped, onCancel } = props;
  const isStock = column.id === 'stockChange';
  return (
    <td
      ref={ref}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isChosen}
      aria-invalid={problem ? true : undefined}
      data-kind={column.number ? 'number' : undefined}
      data-edited={text === column.text(tool) ? undefined : ''}
      title={problem ?? (isStock ? `${pieces(tool.availableQuantity)} in stock` : undefined)}
      onClick={(event) => {
        if (isActive && typing === null && !event.shiftKey) act({ do: 'type', text });
        else if (!isActive) act({ do: 'go', to: place, extend: event.shiftKey });
      }}
    >
      {typing === null ? (
        <>
          {text}
          {isStock && (
            <span className="muted ml-2 text-xs">
              <span className="sr-only">in stock </span>
              {pieces(tool.availableQuantity)}
            </span>
          )}
          {problem && <span className="sr-only"> {problem}</span>}
        </>
      ) : (
        <CellInput
          label={`${column.title} of ${tool.name}`}
          text={typing}
          onText={(typed) => act({ do: 'type', text: typed })}
          onDone={(move) => onTyped(typing, move)}
          onCancel={onCancel}
        />
      )}
    </td>
  );
}

interface CellInputProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Written; the keyboard goes so many rows down. */
  onDone: (move: number) => void;
  onCancel: () => void;
}

function CellInput({ label, text, onText, onDone, onCancel }: CellInputProps) {
  const over = useRef(false);
  const onKeyDown = ({ key, shiftKey, nativeEvent }: KeyboardEvent) => {
    if (nativeEvent.isComposing) return;
    if (key === 'Enter') {
      over.current = true;
      onDone(shiftKey ? -1 : 1);
    } else if (key === 'Escape') {
      over.current = true;
      onCancel();
    }
  };
  return (
    <input
      ref={focusAtEnd}
      aria-label={label}
      className="sheet-input"
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!over.current) onDone(0);
      }}
    />
  );
}

function focusAtEnd(input: HTMLInputElement | null): void {
  input?.focus();
}
