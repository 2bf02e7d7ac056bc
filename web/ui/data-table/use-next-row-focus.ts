import { type RefObject, useEffect, useRef } from 'react';

/** Where the focus was in the table. */
interface Place {
  target: HTMLElement;
  key: string;
  row: number;
  /** Which of the row's controls it was. */
  control: number;
}

const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled])';

/**
 * Where what held the focus is gone, the focus goes to the same control of its row or of the row that took its place: else
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
  // After every render: it goes with one, and the dialog that asked about it with a later one.
  useEffect(() => {
    const place = last.current;
    const { activeElement } = document;
    if (!place || place.target.isConnected || (activeElement && activeElement !== document.body)) return;
    const rows = [...(body.current?.rows ?? [])];
    const same = rows.find(({ dataset }) => dataset['key'] === place.key);
    const next = same ?? rows[Math.min(place.row, rows.length - 1)];
    const controls = next ? controlsOf(next) : [];
    last.current = null;
    (controls[place.control] ?? controls.at(-1) ?? around.current)?.focus();
    // Nothing behind a dialog takes it.
    if (document.activeElement === document.body) last.current = place;
  });
}

function placeOf(target: HTMLElement): Place | null {
  const row = target.closest('tr');
  const key = row?.dataset['key'];
  if (!row || key === undefined) return null;
  return { target, key, row: row.sectionRowIndex, control: controlsOf(row).indexOf(target) };
}

function controlsOf(row: HTMLTableRowElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)];
}
