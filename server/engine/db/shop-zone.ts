import type { Reader } from './client.ts';

/** The shop's time zone, as IANA names it. */
export async function shopZone(database: Pick<Reader, 'raw'>): Promise<string> {
  const [row] = await database.raw<{ zone: string }>('select shop_zone() as zone');
  if (!row) throw new Error('the shop has no time zone');
  return row.zone;
}
