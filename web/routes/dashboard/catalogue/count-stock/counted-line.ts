import { typedWhole } from '#web/forms/typed-number.ts';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';

/** What stands in the history where no other reason is given. */
export const USUAL_REASON = 'Stock count';

/** A tool that is counted, with what was typed. */
export interface CountedLine extends Shelf {
  counted: string;
  reason: string;
}

/** The pieces that were typed; null where they are no whole number. */
export function piecesOf(typed: string): number | null {
  const pieces = typedWhole(typed);
  return pieces !== null && pieces < 1e9 ? pieces : null;
}

/** What was counted less what should lie there; null where nothing is typed yet. */
export function differenceOf({ counted, onShelf }: CountedLine): number | null {
  const pieces = piecesOf(counted);
  return pieces === null ? null : pieces - onShelf;
}

/** What is sent of the lines that were counted. */
export function toSend(lines: readonly CountedLine[]) {
  return lines.flatMap((line) => {
    const pieces = piecesOf(line.counted);
    if (pieces === null) return [];
    const { toolId, onShelf } = line;
    const reason = line.reason.trim() || USUAL_REASON;
    return [{ toolId, expected: onShelf, counted: pieces, ...(pieces === onShelf ? {} : { reason }) }];
  });
}

/** The stock numbers of a text that was pasted, one a line or a cell. */
export function codesOf(text: string): string[] {
  const codes = text.split(/[\n\r\t;]+/).map((code) => code.trim());
  return [...new Set(codes.filter((code) => code !== '' && code.length <= 64))];
}
