/** What went wrong in the database, whichever driver and wrapper reports it. */

interface DatabaseFault {
  code: string;
  constraint: string | undefined;
  message: string;
}

/** The fault at the bottom of an error, or null where it did not come from the database. */
export function databaseFault(error: unknown): DatabaseFault | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') {
      const constraint = 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined;
      return { code: cause.code, constraint, message: cause.message };
    }
    if (
      /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after calling end|PGlite is closed/.test(
        cause.message,
      )
    ) {
      return { code: '08006', constraint: undefined, message: cause.message };
    }
  }
  return null;
}

/** Whether the constraint of that name refused the write. */
export function violates(error: unknown, constraint: string): boolean {
  return databaseFault(error)?.constraint === constraint;
}

/** A deadlock or serialization failure: the same transaction may succeed when tried again. */
export function isRetryable(error: unknown): boolean {
  const code = databaseFault(error)?.code;
  return code === '40001' || code === '40P01';
}

const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOENT']);

/** PGlite has other numbers for what files can suffer than PostgreSQL knows, and reports an internal error with these words. */
const NO_ROOM = /: (No space left on device|Disk quota exceeded|File too large|Read-only file system|I\/O error)$/;

/** The database is away, starting, full, or too slow: nothing the caller did, worth another try later. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = databaseFault(error) ?? {};
  if (code === undefined) return false;
  if (code === 'XX000') return NO_ROOM.test(message ?? '');
  // Classes: 08 connection, 53 resources, 57 operator (shutdown, timeout), 58 system, 55P03 lock not available, 25006 read only.
  return (
    UNREACHABLE.has(code) || /^(08|53|57|58)/.test(code) || code === '55P03' || code === '25006' || isRetryable(error)
  );
}
