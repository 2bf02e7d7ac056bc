import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { data, type RouterContextProvider } from 'react-router';
import { pageContext } from '#web/page-context.ts';
import { ApiError } from './api-error.ts';
import type { Transport } from './call.ts';
import { tabQueryClient } from './query-client.ts';

/** A query that can run on either side: how to name its data and how to get it. */
export interface Source<T> {
  queryKey: QueryKey;
  fetch: (transport?: Transport) => Promise<T>;
}

/** What a document carries for its queries: keys and data, without times, so that the same data make the same bytes. */
export interface Seeds {
  seeds: [QueryKey, unknown][];
}

/** For a page's `loader`: runs its queries in the process. */
export async function seedPage(
  { context }: { context: Readonly<RouterContextProvider> },
  ...sources: Source<unknown>[]
): Promise<Seeds> {
  const { api } = context.get(pageContext);
  const seeds = Promise.all(
    sources.map(async ({ queryKey, fetch }): Promise<[QueryKey, unknown]> => [queryKey, await fetch(api)]),
  );
  return { seeds: await seeds.catch(throwAsPage) };
}

/** For a page's `clientLoader`: makes sure that the tab has the data, straight from the JSON calls. */
export async function loadPage(...sources: Source<unknown>[]): Promise<Seeds> {
  const client = tabQueryClient();
  await Promise.all(
    sources.map(({ queryKey, fetch }) => client.ensureQueryData({ queryKey, queryFn: () => fetch(), retry: false })),
  ).catch(throwAsPage);
  return { seeds: [] };
}

/** A page that cannot be made answers as the call behind it did: 404 where there is nothing, 503 where something is down. */
function throwAsPage(error: unknown): never {
  if (error instanceof ApiError) throw data(error.message, { status: error.status === 0 ? 503 : error.status });
  throw error;
}

/** Gives a document's data to the queries below it, before they are first asked. */
export function Seeded({ seeds, children }: Seeds & { children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    for (const [key, data] of seeds) if (client.getQueryData(key) === undefined) client.setQueryData(key, data);
  });
  return children;
}

/** What a page's loader has found, for its title and what it tells search engines: from the document or from the tab. */
export function foundBy<T>(source: Source<T>, loaded: Seeds | undefined): T | undefined {
  const hash = JSON.stringify(source.queryKey);
  const seed = loaded?.seeds.find(([key]) => JSON.stringify(key) === hash);
  // The source says what its key holds.
  if (seed) return seed[1] as T;
  return typeof window === 'undefined' ? undefined : tabQueryClient().getQueryData<T>(source.queryKey);
}
