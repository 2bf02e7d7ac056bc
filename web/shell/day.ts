/** Days as people read them, in UTC. */
export const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A day as people read it, in UTC, so that a public page says the same to everybody: 21 Nov 2026. */
export function day(iso: string): string {
  return DAY.format(new Date(iso));
}
