import type { StockAlert } from '#contract/buying/stock-alerts.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { changeShown, type Source } from '#web/api/source.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** Whether the user waits for the tool. */
export function stockAlertOf({ uid }: SessionUser, id: string): Source<StockAlert> {
  return {
    key: [PERSONAL, uid, 'stock-alert', id],
    fetch: () => userCall('GET /tool/:id/stock-alert', { params: { id } }),
  };
}

/** Asks for the e-mail, or cancels it. @throws ApiError */
export async function setStockAlert(user: SessionUser, id: string, waiting: boolean): Promise<void> {
  if (waiting) await userCall('POST /tool/:id/stock-alert', { params: { id } });
  else await userCall('DELETE /tool/:id/stock-alert', { params: { id } });
  changeShown(stockAlertOf(user, id), () => ({ waiting }));
}
