import type { CompanyPrice } from '#contract/catalogue/price-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { useSource } from '#web/api/use-source.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { useSession } from '#web/session/tab-session.ts';

/** Nothing is fetched for those who buy for themselves. */
const NOTHING: Source<CompanyPrice | null> = { key: ['no-company-price'], fetch: async () => null };

/** The price of a company, whose script comes for those alone who buy for one. */
function companyPriceOf(uid: string, companyId: string, toolId: string): Source<CompanyPrice | null> {
  return {
    key: [PERSONAL, uid, 'company-prices', companyId, toolId],
    fetch: async () => (await import('#web/queries/buying/company-prices.ts')).fetchCompanyPrice(companyId, toolId),
  };
}

/**
 * A tool at the prices of whom one buys for, and the class of the elements that show them: a page is everybody's, so that its
 * own prices stay unseen (theme.css) where those of a company are about to take their place.
 */
export function useCompanyTool(tool: Tool): { tool: Tool; priceClass: string } {
  const uid = useSession().user?.uid;
  const companyId = useBuyingFor()?.id;
  const isOfCompany = uid !== undefined && companyId !== undefined;
  const found = useSource(isOfCompany ? companyPriceOf(uid, companyId, tool._id) : NOTHING);
  if (!isOfCompany) return { tool, priceClass: 'public-price' };
  if (found === undefined) return { tool, priceClass: 'coming-price' };
  return {
    tool: found === null ? tool : { ...tool, price: found.price, priceBreaks: found.priceBreaks },
    priceClass: '',
  };
}
