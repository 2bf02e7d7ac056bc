import { userFile } from '#web/session/tab-session.ts';

/** What is to be reordered as a sheet. @throws ApiError */
export function exportToReorder(format: 'csv' | 'xlsx'): Promise<Response> {
  return userFile('GET /export/to-reorder', { query: { format } });
}
