import type { Tool } from '#contract/catalogue/tools.ts';
import type { AwaitedPicture } from '#contract/catalogue/imports.ts';
import { userCallList } from '#web/session/tab-session.ts';

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

/** The tool whose stock number a file's name begins with. @throws ApiError as `userCallList` does */
export async function findToolOfFile(fileName: string): Promise<Tool | undefined> {
  for (const sku of possibleSkus(fileName)) {
    const { rows } = await userCallList('GET /tools', { query: { q: sku.slice(0, 200), limit: 20 } });
    const tool = toolOf(sku, rows);
    if (tool) return tool;
  }
  return undefined;
}

/** The tools whose sheet named this file for their picture. @throws ApiError as `userCallList` does */
export async function toolsAwaiting(fileName: string): Promise<AwaitedPicture[]> {
  const { rows } = await userCallList('GET /awaited-pictures', { query: { file: fileName.slice(0, 200) } });
  return rows;
}
