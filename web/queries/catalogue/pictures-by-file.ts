import type { Tool } from '#contract/catalogue/tools.ts';
import { possibleSkus, toolOf } from './match-pictures.ts';
import { userCallList } from '#web/session/tab-session.ts';

/** The tool whose stock number a file's name begins with. @throws ApiError as `userCallList` does */
export async function findToolOfFile(fileName: string): Promise<Tool | undefined> {
  for (const sku of possibleSkus(fileName)) {
    const { rows } = await userCallList('GET /tools', { query: { q: sku.slice(0, 200), limit: 20 } });
    const tool = toolOf(sku, rows);
    if (tool) return tool;
  }
  return undefined;
}
