import type { Facet } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';

/** An attribute that the listed tools share. */
export type SharedColumn = Pick<Facet, 'key' | 'name' | 'kind'>;

/** Beyond these the table would be wider than a screen. */
const MOST_COLUMNS = 3;

/**
 * The attributes that most of the tools have and that tell some of them apart, in the shop's order.
 * @param sortedBy the key of the one that the list is sorted by, which is always there to be turned round
 */
export function sharedColumns(
  tools: readonly Tool[],
  facets: readonly Facet[],
  sortedBy: string | undefined,
): SharedColumn[] {
  const shared = facets.filter(({ key }) => {
    const said = tools.map((tool) => attributeText(tool, key));
    return key !== sortedBy && said.filter((text) => text !== '').length * 2 > tools.length && new Set(said).size > 1;
  });
  const sorted = facets.filter(({ key }) => key === sortedBy);
  const shown = new Set([...sorted, ...shared].slice(0, MOST_COLUMNS));
  return facets.filter((facet) => shown.has(facet));
}

/** What a tool is by an attribute, as it was written: 1/2 in; empty where nothing is said. */
export function attributeText({ attributes }: Tool, key: string): string {
  const said = attributes.find((each) => each.key === key);
  if (said === undefined) return '';
  if (typeof said.value === 'boolean') return said.value ? say('Yes') : say('No');
  const text = String(said.value);
  return said.unit === undefined || text.endsWith(said.unit) ? text : `${text} ${said.unit}`;
}
