import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { dryRun } from './dry-run.ts';
import { beginCommit, beginUndo, getImport, importProgress, listImports } from './imports.ts';
import { withSheet } from './receive-sheet.ts';
import { AT_ONCE } from './steps.ts';

import type { ImportRunner } from './run-import.ts';

/** A small import may have to wait for a large one: so long its caller waits with it. */
const PATIENCE_MS = 5_000;

type ImportHandlers = Pick<Handlers, 'importTools' | 'listImports' | 'getImport' | 'commitImport' | 'undoImport'>;

export function importHandlers(parts: Parts & { imports: ImportRunner }): ImportHandlers {
  const { database, imports, log } = parts;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: each takes memory and a processor. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
  /** A small one while the caller waits, a large one beside what else the shop does. */
  const goOn = async (id: string) => {
    const { rows, state } = await importProgress(database.db, id);
    if (state !== 'running') return importProgress(database.db, id);
    const running = imports.run(id);
    if (rows <= AT_ONCE) await Promise.race([running, pause(PATIENCE_MS, undefined, { ref: false })]);
    // The step is written down: what fails here is gone on with by the clock.
    running.catch((error: unknown) => log.error({ error, import: id }, 'an import stopped; it goes on later'));
    return importProgress(database.db, id);
  };
  return {
    importTools: ({ caller, query, request }) =>
      withSheet(request, (path) => inTurn(() => dryRun(parts, caller, path, query))),
    listImports: ({ query }) => listImports(database.db, query),
    getImport: ({ params }) => getImport(database.db, params.id),
    async commitImport({ caller, params }) {
      await beginCommit(database, caller, params.id);
      const progress = await goOn(params.id);
      if (progress.problem?.code === 'STALE_IMPORT') {
        const issues = progress.problem.issues.map(({ row, column, message }) => ({
          path: column === '' ? `row ${row}` : `row ${row}, ${column}`,
          message,
        }));
        throw new AppError('STALE_IMPORT', progress.problem.message, { issues });
      }
      if (progress.problem) throw new AppError('INTERNAL_ERROR', progress.problem.message);
      return progress;
    },
    async undoImport({ caller, params }) {
      await beginUndo(database, caller, params.id);
      return goOn(params.id);
    },
  };
}
