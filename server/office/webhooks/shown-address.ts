/**
 * As much of an endpoint's address as letters and the audit log say: many receivers let in whoever knows the rest
 * (`https://erp.example/…`).
 */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? origin : `${origin}/…`;
}
