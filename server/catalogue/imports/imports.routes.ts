import { sentence } from '#contract/sentences.ts';
import type { Import, ImportProgress } from '#contract/catalogue/imports.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#server/engine/http/app-error.ts';
import { createTurns } from '#server/engine/http/in-turn.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { dryRun } from './dry-run.ts';
import { requireList } from '#server/catalogue/price-lists/price-lists.ts';
import { requireStock } from '#server/catalogue/tools/stock.ts';
import { getImport, importNotFound, listImports, movesStock, presentProgress } from './imports.ts';
import { leftOutSheet } from './left-rows.ts';
import { listAwaitedPictures } from './awaited-pictures.ts';
import { withSheet } from './receive-sheet.ts';
import type { ImportRunner, Under } from './run-import.ts';
import { forgetTaught, listTaught } from './taught-headings.ts';

/** An import of at most so many rows is written while its caller waits, as long as that takes no longer than this. */
const AT_ONCE = 1_000;
const PATIENCE_MS = 5_000;

/** Imports of another subject, which are committed by the same call. */
export interface OtherImports {
  /** Whether it is one of them, which its id says. */
  has(id: string): boolean;
  /** @throws AppError FORBIDDEN */
  get(caller: Caller, id: string): Promise<Import>;
  /** @throws AppError FORBIDDEN */
  commit(caller: Caller, id: string, leaveOut: boolean): Promise<ImportProgress>;
  /** Whether somebody may commit any. */
  mayCommit(caller: Caller): boolean;
}

export function importHandlers(parts: Parts & { imports: ImportRunner; otherImports: OtherImports }) {
  const { database, imports, otherImports } = parts;
  /** One after the other: each takes memory and a processor. */
  const inTurn = createTurns();
  /** A small one while the caller waits, a large one beside what else the shop does. */
  const goOn = async ({ begun, ended }: Under) => {
    if (begun.created + begun.changed > AT_ONCE) return presentProgress(begun);
    const patience = pause(PATIENCE_MS, undefined, { ref: false });
    const row = await Promise.race([ended.catch(() => undefined), patience]);
    return row ? presentProgress(row) : getImport(database.db, begun.id);
  };
  /** What a sheet is about is looked up for those alone who may write tools and not move stock. */
  const mayMoveStock = async (caller: Caller, id: string) => {
    if (!callerMay(caller, 'tools.stock') && (await movesStock(database.db, id))) requireStock(caller);
  };
  /** Whether an import is of another subject. @throws AppError FORBIDDEN, IMPORT_NOT_FOUND where they may commit none like it */
  const isOther = (caller: Caller, id: string): boolean => {
    const mayWrite = callerMay(caller, 'tools.write');
    if (!mayWrite && !otherImports.mayCommit(caller))
      throw new AppError('FORBIDDEN', sentence('Only some of the staff may do this.'));
    if (otherImports.has(id)) return true;
    if (!mayWrite) throw importNotFound();
    return false;
  };
  return {
    importTools: ({ caller, query, request }) =>
      withSheet(request, (path) => inTurn(() => dryRun(parts, caller, path, query))),
    importPrices: async ({ caller, query: { list, ...query }, request }) => {
      await requireList(database.db, list);
      return withSheet(request, (path) => inTurn(() => dryRun(parts, caller, path, query, list)));
    },
    listImports: ({ query }) => listImports(database.db, query),
    getImport: async ({ caller, params: { id } }) =>
      isOther(caller, id) ? otherImports.get(caller, id) : getImport(database.db, id),
    async commitImport({ caller, params, body }) {
      if (isOther(caller, params.id)) return otherImports.commit(caller, params.id, body.leaveOut);
      await mayMoveStock(caller, params.id);
      const progress = await goOn(
        await imports.commit(caller, params.id, body.leaveOut ? 'leaving-out' : 'committing'),
      );
      if (progress.problem?.code === 'STALE_IMPORT') {
        const issues = progress.problem.issues.map(({ row, column, message }) => ({
          path: column === '' ? `row ${row}` : `row ${row}, ${column}`,
          message: { text: message },
        }));
        throw new AppError('STALE_IMPORT', { text: progress.problem.message }, { issues });
      }
      if (progress.problem) throw new AppError('INTERNAL_ERROR', { text: progress.problem.message });
      return progress;
    },
    async undoImport({ caller, params }) {
      await mayMoveStock(caller, params.id);
      return goOn(await imports.undo(caller, params.id));
    },
    leftOutRows: ({ params, query }) => leftOutSheet(database, params.id, query.format),
    listAwaitedPictures: ({ query }) => listAwaitedPictures(database.db, query),
    listTaughtHeadings: () => listTaught(database.db),
    forgetHeading: async ({ params }) => ({ deletedCount: await forgetTaught(database.db, params.heading) }),
  } satisfies Partial<Handlers>;
}
