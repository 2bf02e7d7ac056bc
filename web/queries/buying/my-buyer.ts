import type { MyBuyer } from '#contract/buying/my-buyer.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { tabQueryClient } from '#web/api/query-client.ts';
import type { Source } from '#web/api/source.ts';
import { buyFor } from '#web/session/whom.ts';
import { buyingFor } from '#web/session/buying-for.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

type Somebody = Pick<SessionUser, 'uid'>;

/** For whom somebody buys, as the shop keeps it; asked for again with what is known of their companies. */
export function myBuyerOf({ uid }: Somebody): Source<MyBuyer> {
  return { key: [PERSONAL, uid, 'companies', 'buyer'], fetch: () => userCall('GET /my-buyer', {}) };
}

/** Shows what the shop keeps; a preview stays as long as staff want it. */
export function hearBuyer({ companyId, company }: MyBuyer): void {
  const now = buyingFor();
  if (now?.isPreview) return;
  buyFor(companyId === null ? null : { id: companyId, name: company ?? '' });
}

/** How often somebody has chosen in this tab: an answer to an earlier choice says nothing of a later one. */
let choices = 0;

/** Chooses for whom somebody buys from now on, on all their devices. @throws ApiError, and then the choice is the one of before */
export async function chooseBuyer(user: Somebody, company: { id: string; name: string } | null): Promise<void> {
  const before = buyingFor();
  const choice = ++choices;
  const { key } = myBuyerOf(user);
  // What was asked before this must not undo it.
  await tabQueryClient().cancelQueries({ queryKey: key, exact: true });
  buyFor(company);
  try {
    const kept = await userCall('PUT /my-buyer', {
      body: { companyId: company?.id ?? null },
      keepalive: true,
    });
    if (choice === choices) tabQueryClient().setQueryData(key, kept);
  } catch (error) {
    if (choice === choices) buyFor(before);
    throw error;
  }
}
