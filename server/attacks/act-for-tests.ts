import type { Person } from '#server/buying/companies/company-for-tests.ts';

/** A call that makes something, right as it stands. */
export interface Act {
  /** Null: whoever has the link. */
  as: Person | null;
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  file?: string | Buffer;
}
