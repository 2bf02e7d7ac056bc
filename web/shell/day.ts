const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as people read it, in UTC, so that a public page says the same to everybody: 21 Nov 2026. */
export function day(iso: string): string {
  return DAY.format(new Date(iso));
}

/** From one day to another: 25–30 Nov 2026. */
export function days(from: string, to: string): string {
  return DAY.formatRange(new Date(from), new Date(to));
}
