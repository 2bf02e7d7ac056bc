import { type RefObject, useEffect, useRef } from 'react';

/** Where the focus was in the table. */
interface Place {
  key: string;
  row: number;
  /** Which of the row's controls it was. */
  control: number;
}

const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled])';

/**
 * Where the row that held the focus is gone, the focus goes to the same control of the row that took its place: else
 * whoever removes one row after another would start from the top of the page each time.
 */
export function useNextRowFocus(
  body: RefObject<HTMLTableSectionElement | null>,
  around: RefObject<HTMLElement | null>,
): void {
  const last = useRef<Place | null>(null);
  useEffect(() => {
    const { current } = body;
    const remember = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? placeOf(target) : null;
    };
    current?.addEventListener('focusin', remember);
    return () => current?.removeEventListener('focusin', remember);
  });
  // After every render: the row goes with one, and the dialog that asked about it with a later one.
  useEffect(() => {
    const place = last.current;
    const { activeElement } = document;
    if (!place || (activeElement && activeElement !== document.body)) return;
    const rows = [...(body.current?.rows ?? [])];
    if (rows.some(({ dataset }) => dataset['key'] === place.key)) return;
    last.current = null;
    const next = rows[Math.min(place.row, rows.length - 1)];
    const controls = next ? controlsOf(next) : [];
    (controls[place.control] ?? controls.at(-1) ?? around.current)?.focus();
  });
}

function placeOf(target: HTMLElement): Place | null {
  const row = target.closest('tr');
  const key = row?.dataset['key'];
  if (!row || key === undefined) return null;
  return { key, row: row.sectionRowIndex, control: controlsOf(row).indexOf(target) };
}

function controlsOf(row: HTMLTableRowElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}
