import type { CallInput } from '#web/api/call.ts';
import { userFile } from '#web/session/tab-session.ts';

/** What is looked for in the audit log. */
export type AuditSearch = Omit<NonNullable<CallInput<'GET /audit'>['query']>, 'limit' | 'cursor'>;

/** All of it as a sheet. */
export function fetchAuditSheet(search: AuditSearch): Promise<Response> {
  return userFile('GET /export/audit', { query: search });
}
