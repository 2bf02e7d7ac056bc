import { sentence } from '#contract/sentences.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { invalid } from '#server/engine/http/app-error.ts';
import { stockTags, toolTags } from '#server/engine/http/changes.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { requireWithin } from '#server/engine/http/limits.ts';
import { checkPicture } from '#server/engine/pictures/check-picture.ts';
import { createKeptPictures, notKept } from '#server/engine/pictures/kept-pictures.ts';
import { requireKnownHost } from '#server/engine/pictures/picture-hosts.ts';
import { record } from '#server/people/audit/audit.ts';
import { readBin, saveBin } from './bins.ts';
import { readCost, saveCost } from './costs.ts';
import { recordEdit } from './record-edit.ts';
import { changeStock, recordStockChange, requireStock, stockHistory } from './stock.ts';
import { changeCategory, listCategories } from './categories.ts';
import { addTool, editTool, getTool, pictureOf, removeTool } from './tools.ts';

/** So many addresses of pictures a minute does one person have looked at. */
const CHECKS_A_MINUTE = 60;

export function toolHandlers({ config, database, changes }: Parts) {
  const pictures = createKeptPictures(config);
  /** @param toolId the tool that is to have it: one that it has already stays, even where the file has gone */
  const requirePicture = async (image: string, toolId?: string) => {
    requireKnownHost(image, config);
    if ((await pictures.missing([image])).size === 0) return;
    if (toolId === undefined || (await pictureOf(database.db, toolId)) !== image) throw notKept();
  };
  return {
    getTool: {
      answer: ({ params, query }) => database.read(({ db }) => getTool(db, params.id, query.language)),
      // In a language it also shows what its category and its attributes are called.
      mayShow: ({ params, query }) => [`tool:${params.id}`, ...(query.language ? (['categories'] as const) : [])],
    },

    listCategories: {
      answer: ({ query }) => database.read(({ db }) => listCategories(db, query.language)),
      mayShow: () => ['categories'],
    },

    changeCategory: ({ caller, body }) =>
      transaction(database, async (tx) => {
        const { before, after } = await changeCategory(tx, body);
        const changed = { translations: { from: before, to: after } };
        await record(tx, caller, 'category.changed', body.name, { name: body.name, changed });
        afterCommit(tx, () => changes.touch(['tools', 'categories']));
        const now = await listCategories(tx);
        return now.find(({ name }) => name === body.name) ?? { name: body.name, tools: 0, translations: after };
      }),

    addTool: async ({ caller, body }) => {
      await requirePicture(body.image);
      return transaction(database, async (tx) => {
        const tool = await addTool(tx, body);
        await recordStockChange(tx, caller, { toolId: tool._id, kind: 'created', change: tool.availableQuantity });
        await record(tx, caller, 'tool.added', tool._id, { name: tool.name, price: tool.price });
        afterCommit(tx, () => changes.touch(toolTags(tool._id)));
        return tool;
      });
    },

    editTool: async ({ caller, params, body }) => {
      if (body._id !== undefined && body._id !== params.id)
        throw invalid('_id', sentence('_id does not match the path'));
      await requirePicture(body.image, params.id);
      return transaction(database, async (tx) => {
        const { before, after, change } = await editTool(tx, params.id, body);
        if (change !== 0) requireStock(caller);
        await recordStockChange(tx, caller, { toolId: after._id, kind: 'edited', change });
        await recordEdit(tx, caller, before, after);
        afterCommit(tx, () => changes.touch(toolTags(after._id)));
        return { modifiedCount: 1, version: after.version };
      });
    },

    checkPicture: async ({ caller, body, request }) => {
      const limit = { what: 'picture check', whom: caller.userId, max: CHECKS_A_MINUTE, seconds: 60 };
      await requireWithin(database, limit, sentence('You checked too many addresses. Try again in a minute.'));
      return { problem: await checkPicture(body.address, config, request.signal) };
    },

    changeStock: ({ caller, params, body }) =>
      transaction(database, async (tx) => {
        const { answer, name } = await changeStock(tx, caller, params.id, body);
        await record(tx, caller, 'tool.stock-changed', params.id, { name, ...body, left: answer.availableQuantity });
        afterCommit(tx, () => changes.touch(stockTags([params.id])));
        return answer;
      }),

    stockHistory: ({ params, query }) => stockHistory(database, params.id, query),

    getBin: ({ params }) => readBin(database.db, params.id),
    saveBin: ({ caller, params, body }) =>
      transaction(database, async (tx) => {
        await saveBin(tx, caller, params.id, body);
        return readBin(tx, params.id);
      }),

    getCost: ({ params }) => readCost(database.db, params.id),
    saveCost: ({ caller, params, body }) =>
      transaction(database, async (tx) => {
        await saveCost(tx, caller, params.id, body);
        return readCost(tx, params.id);
      }),

    removeTool: ({ caller, params }) =>
      transaction(database, async (tx) => {
        const tool = await removeTool(tx, params.id);
        await record(tx, caller, 'tool.removed', tool._id, { name: tool.name });
        afterCommit(tx, () => changes.touch(toolTags(tool._id)));
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}
