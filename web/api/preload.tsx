import { hashKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { data, type RouterContextProvider } from 'react-router';
import { pageContext } from './page-context.ts';
import { ApiError } from './api-error.ts';
import { tabQueryClient } from './query-client.ts';
import { type Key, queryOf, type Source } from './source.ts';

/** What a document carries for its page: keys and data, without times, so that the same data make the same bytes. */
interface PreloadedData {
  preloaded: [Key, unknown][];
}

/** For a page's `loader`: fetches in the process. */
export async function preloadPage(
  { context }: { context: Readonly<RouterContextProvider> },
  ...sources: Source<unknown>[]
): Promise<PreloadedData> {
  const { api } = context.get(pageContext);
  const preloaded = Promise.all(
    sources.map(async (source): Promise<[Key, unknown]> => [source.key, await source.fetch(api)]),
  );
  return { preloaded: await preloaded.catch(throwAsPage) };
}

/** For a page's `clientLoader`: makes sure that the tab has the data, straight from the JSON calls. */
export async function loadPage(...sources: Source<unknown>[]): Promise<PreloadedData> {
  await Promise.all(sources.map((source) => tabQueryClient().ensureQueryData(queryOf(source)))).catch(throwAsPage);
  return { preloaded: [] };
}

/** A page that cannot be made answers as the call behind it did: 404 where there is nothing, 503 where something is down. */
export function throwAsPage(error: unknown): never {
  if (error instanceof ApiError) throw data(error.message, { status: error.status === 0 ? 503 : error.status });
  throw error;
}

/** Gives a document's data to what is below it: on the server to this render alone, in the browser to the tab. */
export function Preloaded({ preloaded, children }: PreloadedData & { children: ReactNode }) {
  const client = useQueryClient();
  useState(() => {
    for (const [key, value] of preloaded) client.setQueryData(key, (known: unknown) => known ?? value);
  });
  return children;
}

/** What a page's loader has found, for its title and what it tells search engines: from the document or from the tab. */
export function foundBy<T>({ key }: Source<T>, loaded: PreloadedData | undefined): T | undefined {
  const hash = hashKey(key);
  const found = loaded?.preloaded.find(([each]) => hashKey(each) === hash);
  // The source says what its key holds.
  if (found) return found[1] as T;
  return typeof window === 'undefined' ? undefined : tabQueryClient().getQueryData<T>(key);
}
