import type { CompanyPrice } from '#contract/catalogue/price-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { Source } from '#web/api/source.ts';
import { useSource } from '#web/api/use-source.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { useSession } from '#web/session/tab-session.ts';

/** Nothing is asked for who buys for themselves. */
const NOTHING: Source<CompanyPrice | null> = { key: ['no-firm-price'], fetch: async () => null };

/** The price of a firm, whose script comes for those alone who buy for one. */
function firmPriceOf(uid: string, companyId: string, toolId: string): Source<CompanyPrice | null> {
  return {
    key: [PERSONAL, uid, 'firm-prices', companyId, toolId],
    fetch: async () => (await import('#web/queries/buying/firm-prices.ts')).fetchFirmPrice(companyId, toolId),
  };
}

/**
 * A tool at the prices of whom one buys for, and the class of the elements that show them: a page is everybody's, so that its
 * own prices stay unseen (theme.css) where those of a firm are about to take their place.
 */
export function useFirmTool(tool: Tool): { tool: Tool; priceClass: string } {
  const uid = useSession().user?.uid;
  const companyId = useBuyingFor()?.id;
  const isOfFirm = uid !== undefined && companyId !== undefined;
  const found = useSource(isOfFirm ? firmPriceOf(uid, companyId, tool._id) : NOTHING);
  if (!isOfFirm) return { tool, priceClass: 'public-price' };
  if (found === undefined) return { tool, priceClass: 'coming-price' };
  return {
    tool: found === null ? tool : { ...tool, price: found.price, priceBreaks: found.priceBreaks },
    priceClass: '',
  };
}
