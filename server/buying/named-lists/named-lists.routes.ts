import { MAX_LINES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { documentsOf } from '#server/catalogue/documents/documents.ts';
import { requireMember } from '#server/buying/companies/membership.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import {
  addList,
  changeList,
  editList,
  giveList,
  listFull,
  listsOf,
  mergeLists,
  readList,
  removeList,
} from './named-lists.ts';

export function namedListHandlers({ database, settings }: Parts & { settings: SettingsStore }) {
  const listOf = async (userId: string, id: string, companyId?: string) => {
    const { terms } = await settings.read();
    return readList(database, userId, id, terms, companyId);
  };
  const change = async (userId: string, id: string, lines: number, work: (tx: Tx) => Promise<void>) => {
    if (lines > MAX_LINES) throw listFull();
    await transaction(database, work);
    return listOf(userId, id);
  };

  return {
    namedLists: ({ caller }) => listsOf(database, caller.userId),
    getNamedList: async ({ caller, params, query: { companyId } }) => {
      if (companyId !== undefined) await requireMember(database.db, caller, companyId, 'read');
      return listOf(caller.userId, params.id, companyId);
    },
    listDocuments: async ({ caller, params }) => {
      const { lines } = await listOf(caller.userId, params.id);
      return documentsOf(
        database.db,
        lines.map(({ toolId }) => toolId),
      );
    },
    addNamedList: async ({ caller, body }) => {
      if (body.lines.length > MAX_LINES) throw listFull();
      const id = await transaction(database, (tx) => addList(tx, caller.userId, body));
      return listOf(caller.userId, id);
    },
    editNamedList: ({ caller: { userId }, params: { id }, body }) =>
      change(userId, id, body.lines?.length ?? 0, (tx) => editList(tx, userId, id, body)),
    changeNamedList: ({ caller: { userId }, params: { id }, body: { lines } }) =>
      change(userId, id, lines.length, (tx) => changeList(tx, userId, id, lines)),
    mergeNamedList: ({ caller: { userId }, params: { id }, body: { list } }) =>
      change(userId, id, 0, (tx) => mergeLists(tx, userId, id, list)),
    giveNamedList: ({ caller, params: { id }, body: { companyId } }) =>
      change(caller.userId, id, 0, (tx) => giveList(tx, caller, id, companyId)),
    removeNamedList: async ({ caller, params }) => {
      await transaction(database, (tx) => removeList(tx, caller.userId, params.id));
      return { deletedCount: 1 };
    },
  } satisfies Partial<Handlers>;
}
