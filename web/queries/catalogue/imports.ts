import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DryRun, TakenColumns } from '#contract/catalogue/imports.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { sendFile } from '#web/api/send-file.ts';
import { userCall, userFile, withToken } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';
import { useUser } from '#web/session/signed-in.ts';

/** How often an import that goes on is asked for how far it is, in ms. */
const ASK_MS = 1_000;

/** One import, asked for again while it goes on; when it has changed tools, what is shown of them is fetched anew. */
export function useImport(id: string) {
  const { uid } = useUser();
  const query = useQuery({
    queryKey: [PERSONAL, uid, 'import', id],
    queryFn: ({ signal }) => userCall('GET /import/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASK_MS : false),
  });
  const step = query.data?.step;
  useEffect(() => {
    if (step === 'committed' || step === 'undone') void outdate('tools', 'tool', 'categories');
  }, [step]);
  return query;
}

/** Writes what the dry run of an import showed, or puts it back. @throws ApiError STALE_IMPORT */
export function useImportStep() {
  const { uid } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, step, leaveOut = false }: { id: string; step: 'commit' | 'undo'; leaveOut?: boolean }) =>
      step === 'commit'
        ? userCall('POST /import/:id/commit', { params: { id }, body: { leaveOut } })
        : userCall('POST /import/:id/undo', { params: { id } }),
    // It may have changed what all lists of tools show, and prices of what waits to be ordered; only the first are waited for.
    onSettled: (_done, _error, { id }) => {
      void client.invalidateQueries({ queryKey: [PERSONAL, uid] });
      const shown = [['import', id], ['imports'], ['tools']];
      return Promise.all([
        ...shown.map((key) => client.invalidateQueries({ queryKey: [PERSONAL, uid, ...key] })),
        outdate('tools', 'tool', 'categories'),
      ]);
    },
  });
}

const taughtKey = (uid: string) => [PERSONAL, uid, 'taught-headings'];

/** Asks again for the list of imports, and for what a sheet may have taught the shop. */
export function useImportsOutdated(): () => void {
  const { uid } = useUser();
  const client = useQueryClient();
  return () => {
    for (const queryKey of [[PERSONAL, uid, 'imports'], taughtKey(uid)]) void client.invalidateQueries({ queryKey });
  };
}

/** What headings of a sheet are to be taken for, and whether the shop remembers it. */
export interface ColumnAnswers {
  columns: TakenColumns;
  remember: boolean;
}

/** How a sheet is sent, and is to be read. */
interface Sending {
  /** Gets the sent part, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
  said?: ColumnAnswers;
  /** The price list whose prices it has; without it, it is of tools. */
  list?: string | undefined;
}

/** Sends a sheet and answers what it would change. @throws ApiError as `sendFile` does */
export function sendSheet(
  name: string,
  sheet: Blob,
  { onProgress = () => {}, signal = new AbortController().signal, said, list }: Sending = {},
): Promise<DryRun> {
  const query = {
    name: name.slice(0, 200),
    ...(said ? { columns: JSON.stringify(said.columns), remember: String(said.remember) } : {}),
  };
  return withToken((authorization) =>
    list === undefined
      ? sendFile('POST /import/tools', { query, file: sheet, authorization, onProgress, signal })
      : sendFile('POST /import/prices', { query: { ...query, list }, file: sheet, authorization, onProgress, signal }),
  );
}

/** The rows in error of an import as a sheet. @throws ApiError as `userFile` does */
export function leftOutRows(id: string, format: 'csv' | 'xlsx') {
  return userFile('GET /import/:id/left-out', { params: { id }, query: { format } });
}
