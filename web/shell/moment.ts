import { writtenTimeOf } from '#contract/days.ts';

/** A time as people read it, in the reader's own zone: 21 Nov 2026, 08:41. For private pages: the server's zone is another. */
export function moment(iso: string): string {
  return writtenTimeOf(iso, Intl.DateTimeFormat().resolvedOptions().timeZone);
}
