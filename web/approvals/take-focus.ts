/** A `ref` of what stands in the place of something pressed: it is seen and read, wherever the page had been moved to. */
export function takeFocus(part: HTMLElement | null): void {
  part?.focus();
}
