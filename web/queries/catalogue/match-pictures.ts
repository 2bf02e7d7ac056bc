import type { Tool } from '#contract/catalogue/tools.ts';

/** A stock number or a file's name without case and signs. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What of a file's name may be a stock number, the longest first: `HAM-CL-16H_front 2.jpg` may be about `HAM-CL-16H`.
 * At most so many, that nobody asks for long.
 */
export function possibleSkus(fileName: string): string[] {
  const name = fileName.replace(/\.[^.]*$/, '').trim();
  const found = [name];
  for (let rest = name; found.length < 5;) {
    const shorter = rest.replace(/[\s_.()-]+[^\s_.()-]*[\s_.()-]*$/, '');
    if (shorter === rest || shorter === '') break;
    found.push((rest = shorter));
  }
  return found.filter((each) => plain(each) !== '');
}

/** The one tool that has this stock number, however it is written. */
export function toolOf(sku: string, tools: readonly Tool[]): Tool | undefined {
  const fitting = tools.filter((tool) => tool.sku !== undefined && plain(tool.sku) === plain(sku));
  return fitting.length === 1 ? fitting[0] : undefined;
}
