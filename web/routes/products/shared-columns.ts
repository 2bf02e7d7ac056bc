import type { Facet } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';

/** An attribute that the listed tools share. */
export type SharedColumn = Pick<Facet, 'key' | 'name'>;

/** By which attribute what is shown is sorted. */
export interface SharedOrder {
  key: string;
  descending: boolean;
}

/** Beyond these the table would be wider than a screen. */
const MOST_COLUMNS = 3;

/** The attributes that most of the tools have and that tell some of them apart, in the shop's order. */
export function sharedColumns(tools: readonly Tool[], facets: readonly Facet[]): SharedColumn[] {
  return facets
    .filter(({ key }) => {
      const said = tools.map((tool) => saidOf(tool, key));
      return said.filter((text) => text !== '').length * 2 > tools.length && new Set(said).size > 1;
    })
    .slice(0, MOST_COLUMNS);
}

/** What a tool is by an attribute, as it was written: 1/2 in; empty where nothing is said. */
export function saidOf({ attributes }: Tool, key: string): string {
  const said = attributes.find((each) => each.key === key);
  if (said === undefined) return '';
  if (typeof said.value === 'boolean') return said.value ? 'Yes' : 'No';
  const text = String(said.value);
  return said.unit === undefined || text.endsWith(said.unit) ? text : `${text} ${said.unit}`;
}
