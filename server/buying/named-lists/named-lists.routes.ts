import { MAX_LINES } from '#contract/limits.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { Caller } from '#server/engine/http/caller.ts';
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
  requireOfKey,
} from './named-lists.ts';

export function namedListHandlers({ database, settings }: Parts & { settings: SettingsStore }) {
  const listOf = async (caller: Caller, id: string, companyId?: string) => {
    await requireOfKey(database.db, caller, [id]);
    const { terms } = await settings.read();
    return readList(database, caller.userId, id, terms, companyId);
  };
  const change = async (
    caller: Caller,
    id: string,
    { lines = [], others = [] }: { lines?: readonly unknown[] | undefined; others?: readonly string[] },
    work: (tx: Tx) => Promise<void>,
  ) => {
    if (lines.length > MAX_LINES) throw listFull();
    await transaction(database, async (tx) => {
      await requireOfKey(tx, caller, [id, ...others]);
      await work(tx);
    });
    return listOf(caller, id);
  };

  return {
    namedLists: ({ caller }) => listsOf(database, caller),
    getNamedList: async ({ caller, params, query: { companyId } }) => {
      if (companyId !== undefined) await requireMember(database.db, caller, companyId, 'read');
      return listOf(caller, params.id, companyId);
    },
    listDocuments: async ({ caller, params }) => {
      const { lines } = await listOf(caller, params.id);
      return documentsOf(
        database.db,
        lines.map(({ toolId }) => toolId),
      );
    },
    addNamedList: async ({ caller, body }) => {
      if (body.lines.length > MAX_LINES) throw listFull();
      const id = await transaction(database, (tx) => addList(tx, caller, body));
      return listOf(caller, id);
    },
    editNamedList: ({ caller, params: { id }, body }) =>
      change(caller, id, { lines: body.lines }, (tx) => editList(tx, caller.userId, id, body)),
    changeNamedList: ({ caller, params: { id }, body: { lines } }) =>
      change(caller, id, { lines }, (tx) => changeList(tx, caller.userId, id, lines)),
    mergeNamedList: ({ caller, params: { id }, body: { list } }) =>
      change(caller, id, { others: [list] }, (tx) => mergeLists(tx, caller.userId, id, list)),
    giveNamedList: ({ caller, params: { id }, body: { companyId } }) =>
      change(caller, id, {}, (tx) => giveList(tx, caller, id, companyId)),
    removeNamedList: async ({ caller, params }) => {
      await transaction(database, async (tx) => {
        await requireOfKey(tx, caller, [params.id]);
        await removeList(tx, caller.userId, params.id);
      });
      return { deletedCount: 1 };
    },
  } satisfies Partial<Handlers>;
}
