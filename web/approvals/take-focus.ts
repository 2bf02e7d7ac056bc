/** A `ref` for what replaces something pressed: it is scrolled into view and read out. */
export function takeFocus(part: HTMLElement | null): void {
  part?.focus();
}
