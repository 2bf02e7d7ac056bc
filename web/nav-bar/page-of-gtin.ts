import { fullGtin } from '#contract/catalogue/gtin.ts';
import { findTools } from '#web/queries/catalogue/find-tools.ts';

/**
 * The page of the one tool with that number under its bar code, or under a pack's, as a scanner types it; null where no tool, or
 * several have it. @throws ApiError
 */
export async function pageOfGtin(number: string): Promise<string | null> {
  const { rows } = await findTools(number, 2, new AbortController().signal);
  const [tool, other] = rows.filter(({ gtin, packs }) =>
    [gtin, ...packs.map((pack) => pack.gtin)].some((each) => each !== undefined && fullGtin(each) === fullGtin(number)),
  );
  return tool && !other ? `/products/${tool._id}` : null;
}
