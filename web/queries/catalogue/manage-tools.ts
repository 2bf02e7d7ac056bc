import type { Tool } from '#contract/catalogue/tools.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { ListPart } from '#web/api/call.ts';
import { userCallList } from '#web/session/tab-session.ts';
import { say } from '#web/saying/say.ts';
import type { ToolFilter } from './tools.ts';
import { usePersonalList } from '../use-personal.ts';

export type ManagedFilter = ToolFilter & { onSale?: boolean | undefined; missing?: string };

/** All tools, also those that are not on sale, as their keepers look for them, part by part. */
export function useManagedTools(filter: ManagedFilter) {
  return usePersonalList(['tools', filter], 'GET /tools', { query: filter });
}

/** So many products are changed at once; of more one would not look at what changes. */
const MOST_AT_ONCE = 5_000;

/** All products that a list finds, in as many calls as that takes. @throws Error where they are more than MOST_AT_ONCE */
export async function readTools(filter: ManagedFilter): Promise<Tool[]> {
  const all: Tool[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const part: ListPart<Tool> = await userCallList('GET /tools', {
      query: { ...filter, limit: 100, ...(cursor === '' ? {} : { cursor }) },
    });
    if (part.total > MOST_AT_ONCE)
      throw new Error(
        say('At most {count} products can be changed at once. Narrow your search.', {
          count: MOST_AT_ONCE.toLocaleString('en-US'),
        }),
      );
    all.push(...part.rows);
    cursor = part.next;
  }
  return all;
}

/** A tool as it is now, on sale or not. @throws Error where it was removed */
export async function readTool(id: string): Promise<Tool> {
  const { rows } = await userCallList('GET /tools', { query: { id } });
  const [tool] = rows;
  if (!tool) throw new Error('Someone has removed this product.');
  return tool;
}

/** Sales raise a tool's version too: a change that they do not touch is tried again this often. */
const TRIES = 5;

/** Changes a tool as it was read; where somebody was faster it is read anew, and changed as it is then. @throws ApiError */
export async function changeRead<T>(read: Tool, change: (now: Tool) => Promise<T>): Promise<T> {
  for (let attempt = 1, now = read; ; attempt++) {
    try {
      return await change(now);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'STALE_TOOL' || attempt === TRIES) throw error;
      now = await readTool(read._id);
    }
  }
}
