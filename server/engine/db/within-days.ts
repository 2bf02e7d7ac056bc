import { and, type Column, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Reader } from './client.ts';

/** Days of the shop as YYYY-MM-DD, both ends included; an end that is left out is open. */
interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** Whether a column's moment is within the days; undefined where both ends are open. */
export function withinDays(column: Column, { from, to }: Days): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(column, sql`${from}::date::timestamp at time zone (select shop_zone())`),
    to === undefined ? undefined : lt(column, sql`(${to}::date + 1)::timestamp at time zone (select shop_zone())`),
  );
}

/** The same for a statement that is written as text. @param from and `to`: its parameters, null where an end is open */
export function withinDaysText(column: string, from: `$${number}`, to: `$${number}`): string {
  return `(${from}::date is null or ${column} >= ${from}::date::timestamp at time zone (select shop_zone()))
   and (${to}::date is null or ${column} < (${to}::date + 1)::timestamp at time zone (select shop_zone()))`;
}

/** The shop's time zone, as IANA names it. */
export async function shopZone(database: Pick<Reader, 'raw'>): Promise<string> {
  const [row] = await database.raw<{ zone: string }>('select shop_zone() as zone');
  if (!row) throw new Error('the shop has no time zone');
  return row.zone;
}
