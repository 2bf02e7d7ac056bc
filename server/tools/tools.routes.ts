import type { Tool } from '#contract/tools.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';
import { invalid } from '#server/http/app-error.ts';
import { toolTags } from '#server/http/changes.ts';
import type { Handlers } from '#server/http/router.ts';
import type { Parts } from '#server/parts.ts';
import { type Deed, record } from '#server/users/audit.ts';
import { keptCounts } from './kept-counts.ts';
import { listTools } from './list-tools.ts';
import { addTool, editTool, getTool, listCategories, removeTool } from './tools.ts';

type ToolHandlers = Pick<
  Handlers,
  'listTools' | 'suggestTools' | 'getTool' | 'listCategories' | 'addTool' | 'editTool' | 'removeTool'
>;

/** How many tools are suggested while one types. */
const SUGGESTIONS = 8;

export function toolHandlers({ database, changes }: Parts): ToolHandlers {
  const counts = keptCounts(changes);
  return {
    listTools: ({ query }) => listTools(database, counts, query),
    suggestTools: async ({ query }) => {
      const { rows } = await listTools(database, counts, { q: query.q, limit: SUGGESTIONS });
      return rows.map(({ _id, name, category }) => ({ _id, name, ...(category === undefined ? {} : { category }) }));
    },
    getTool: ({ params }) => getTool(database.db, params.id),
    listCategories: () => listCategories(database.db),

    addTool: ({ caller, body }) =>
      transaction(database, async (tx) => {
        const tool = await addTool(tx, body);
        await record(tx, caller, 'tool.added', tool._id, { name: tool.name, price: tool.price });
        afterCommit(tx, () => changes.touch(toolTags(tool._id)));
        return tool;
      }),

    editTool: async ({ caller, params, body }) => {
      if (body._id !== undefined && body._id !== params.id) throw invalid('_id', '_id is not that of the path');
      return transaction(database, async (tx) => {
        const { before, after } = await editTool(tx, params.id, body);
        await record(tx, caller, deedOf(before, after), after._id, {
          name: after.name,
          changed: changedFields(before, after),
        });
        afterCommit(tx, () => changes.touch(toolTags(after._id)));
        return { modifiedCount: 1, version: after.version };
      });
    },

    removeTool: ({ caller, params }) =>
      transaction(database, async (tx) => {
        const tool = await removeTool(tx, params.id);
        await record(tx, caller, 'tool.removed', tool._id, { name: tool.name });
        afterCommit(tx, () => changes.touch(toolTags(tool._id)));
        return { deletedCount: 1 };
      }),
  };
}

function deedOf(before: Tool, after: Tool): Deed {
  if (before.price !== after.price) return 'tool.price-changed';
  return before.availableQuantity === after.availableQuantity ? 'tool.edited' : 'tool.restocked';
}

function changedFields(before: Tool, after: Tool): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys({ ...before, ...after }).filter((name) => name !== 'version') as (keyof Tool)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, { from: before[name], to: after[name] }]),
  );
}
