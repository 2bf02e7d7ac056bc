import type { QueryClient } from '@tanstack/react-query';
import type { Transport } from './call.ts';
import { tabQueryClient } from './query-client.ts';

export type Key = readonly unknown[];

/** Something to show that can be fetched on either side: how to name it and how to get it. */
export interface Source<T> {
  key: Key;
  /** @param shown data that is already there and should be refetched */
  fetch(transport?: Transport, shown?: T): Promise<T>;
}

/** A source as the tab's cache asks for it. */
export function queryOf<T>({ key, fetch }: Source<T>) {
  return {
    queryKey: key,
    queryFn: ({ client }: { client: QueryClient }) => fetch(undefined, client.getQueryData<T>(key)),
  };
}

/**
 * Changes what is shown before the server was asked, and no answer that is on its way undoes it; where nothing is there,
 * nothing happens. It still counts as old as it was.
 */
export function changeShown<T>({ key }: Source<T>, next: (data: T) => T): void {
  const client = tabQueryClient();
  const state = client.getQueryState<T>(key);
  if (state?.data === undefined) return;
  void client.cancelQueries({ queryKey: key, exact: true });
  client.setQueryData(key, next(state.data), { updatedAt: state.dataUpdatedAt });
}
