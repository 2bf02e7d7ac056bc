import { bounded } from './text.ts';

const LONGEST_ZONE = 64;

/** A zone of the IANA list, as Europe/Berlin. */
export const TimeZone = bounded(LONGEST_ZONE, 'Enter an IANA time zone, such as Europe/Berlin').refine(
  isTimeZone,
  'Enter an IANA time zone, such as Europe/Berlin',
);

function isTimeZone(name: string): boolean {
  // Offsets such as +01:00 are no zones: they know no summer time.
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
