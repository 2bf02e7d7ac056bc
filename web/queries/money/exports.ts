import { userFile } from '#web/session/tab-session.ts';

/** All products as a sheet. @throws ApiError */
export function exportTools(format: 'csv' | 'xlsx'): Promise<Response> {
  return userFile('GET /export/tools', { query: { format } });
}

/** The prices of a list as a sheet. @throws ApiError */
export function exportPriceList(id: string, format: 'csv' | 'xlsx'): Promise<Response> {
  return userFile('GET /export/price-list/:id', { params: { id }, query: { format } });
}

/** The orders, the quotes, or the invoices and credit notes, of some days as a sheet; of all days where none are given. @throws ApiError */
export function exportBooks(
  sheet: 'orders' | 'quotes' | 'invoices',
  query: { format: 'csv' | 'xlsx'; from?: string; to?: string },
): Promise<Response> {
  return userFile(`GET /export/${sheet}`, { query });
}
