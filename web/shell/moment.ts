const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A time as people read it, in the reader's own zone: 21 Nov 2026, 08:41. For private pages: the server's zone is another. */
export function moment(iso: string): string {
  return MOMENT.format(new Date(iso));
}
