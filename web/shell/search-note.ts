import type { ListPart } from '#web/api/call.ts';
import { say } from '#web/saying/say.ts';

/** What is to be said of a search whose words no tool has, or that no tool fits; null where it was found as typed. */
export function searchNote({ corrections = [], nearest = false }: Pick<ListPart<unknown>, 'corrections' | 'nearest'>) {
  const said = corrections.map(({ typed, shown }) =>
    say('No results for “{typed}”; showing {shown}.', { typed, shown }),
  );
  if (nearest) said.push(say('No exact match.'));
  return said.length === 0 ? null : said.join(' ');
}
