import type { Listed } from '#web/api/call.ts';

/** What is to be said of a search whose words no tool has, or that no tool fits; null where it was found as typed. */
export function searchNote({ corrections = [], nearest = false }: Pick<Listed<unknown>, 'corrections' | 'nearest'>) {
  const said = corrections.map(({ typed, shown }) => `Nothing for “${typed}”; showing ${shown}.`);
  if (nearest) said.push('No tool is exactly that.');
  return said.length === 0 ? null : said.join(' ');
}
