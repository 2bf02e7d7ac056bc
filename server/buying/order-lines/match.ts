import type { FoundTool } from './find-tools.ts';
import type { Spelling } from './spellings.ts';

/** A stretch of a row, and the tools that are written so. */
export interface Match {
  spelling: Spelling;
  tools: FoundTool[];
}

/** A text with blanks where something stands that is known, and all else in its place. */
export function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}
