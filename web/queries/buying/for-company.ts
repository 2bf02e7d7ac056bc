import { ApiError } from '#web/api/api-error.ts';
import { outdate } from '../outdate.ts';

/**
 * What is asked for a company that one buys for. Where the shop knows no such company any more, the bar asks again to which one
 * belongs: whoever was taken out learns it on a page that is open.
 */
export async function forCompany<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'COMPANY_NOT_FOUND') void outdate('companies');
    throw error;
  }
}
