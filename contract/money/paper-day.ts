/** The day in UTC, as the books count days and papers say it, on the screen and printed. @param time ISO 8601 */
export function paperDay(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
