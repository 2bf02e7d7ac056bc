import type { CompanyPrice } from '#contract/catalogue/price-lists.ts';
import { MAX_ASKED_PRICES } from '#contract/limits.ts';
import { userCall } from '#web/session/tab-session.ts';
import { forCompany } from './for-company.ts';

/** What a tool costs a company; null where the shop says nothing of it. Tools of one moment are asked for in one call. */
export async function fetchCompanyPrice(companyId: string, toolId: string): Promise<CompanyPrice | null> {
  return (await askedWith(companyId, toolId)).get(toolId) ?? null;
}

type Answer = Promise<ReadonlyMap<string, CompanyPrice>>;

/** The call that the next tools of a company go with. */
const next = new Map<string, { ids: Set<string>; answer: Answer }>();

function askedWith(companyId: string, toolId: string): Answer {
  const open = next.get(companyId);
  if (open && (open.ids.has(toolId) || open.ids.size < MAX_ASKED_PRICES)) {
    open.ids.add(toolId);
    return open.answer;
  }
  const ids = new Set([toolId]);
  const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(async () => {
    if (next.get(companyId)?.ids === ids) next.delete(companyId);
    const query = { companyId, ids: [...ids].join(',') };
    const prices = await forCompany(userCall('GET /company-prices', { query }));
    return new Map(prices.map((price) => [price.toolId, price]));
  });
  next.set(companyId, { ids, answer });
  return answer;
}
