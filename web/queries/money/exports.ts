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

/** What the tax adviser gets of a month; what is open at its end. */
export type AdviserSheet = 'invoices' | 'payments' | 'tax' | 'ec-sales' | 'open-items' | 'trial-balance';

/** A sheet for the tax adviser. @throws ApiError */
export function exportForAdviser(
  sheet: AdviserSheet,
  { from, to }: { from: string; to: string },
  format: 'csv' | 'xlsx',
): Promise<Response> {
  const written = { format, separator: separatorHere() };
  if (sheet === 'open-items') return userFile('GET /export/open-items', { query: { ...written, day: to } });
  return userFile(`GET /export/${sheet}`, { query: { ...written, from, to } });
}

/** What Excel looks for between the cells of CSV, where numbers are written as this browser writes them. What it calls its language may be none that Intl knows. */
function separatorHere(): ',' | ';' {
  return (0.5).toLocaleString().includes(',') ? ';' : ',';
}

/** The postings of some days for DATEV. @throws ApiError */
export function exportDatev(query: { from: string; to: string }): Promise<Response> {
  return userFile('GET /export/datev', { query });
}

/** The papers of a month such as `2026-11` as a ZIP. @throws ApiError */
export function exportPapersOf(month: string): Promise<Response> {
  return userFile('GET /export/papers', { query: { month } });
}
