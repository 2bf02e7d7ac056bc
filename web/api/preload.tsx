import { createContext, type ReactNode, useState } from 'react';
import { data, type RouterContextProvider } from 'react-router';
import { pageContext } from './page-context.ts';
import { ApiError } from './api-error.ts';
import { hashOf, type Key, type Source, tabCache } from './data-cache.ts';

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
  await Promise.all(sources.map((source) => tabCache().ensure(source))).catch(throwAsPage);
  return { preloaded: [] };
}

/** A page that cannot be made answers as the call behind it did: 404 where there is nothing, 503 where something is down. */
export function throwAsPage(error: unknown): never {
  if (error instanceof ApiError) throw data(error.message, { status: error.status === 0 ? 503 : error.status });
  throw error;
}

/** The document's data by their hash: what is shown on the server, and in the browser until the page has come alive. */
export const DocumentData = createContext<ReadonlyMap<string, unknown>>(new Map());

/** Gives a document's data to what is below it. */
export function Preloaded({ preloaded, children }: PreloadedData & { children: ReactNode }) {
  const [data] = useState(() => {
    if (typeof window !== 'undefined') for (const [key, value] of preloaded) tabCache().preload(key, value);
    return new Map(preloaded.map(([key, value]) => [hashOf(key), value]));
  });
  return <DocumentData value={data}>{children}</DocumentData>;
}

/** What a page's loader has found, for its title and what it tells search engines: from the document or from the tab. */
export function foundBy<T>({ key }: Source<T>, loaded: PreloadedData | undefined): T | undefined {
  const hash = hashOf(key);
  const found = loaded?.preloaded.find(([each]) => hashOf(each) === hash);
  // The source says what its key holds.
  if (found) return found[1] as T;
  return typeof window === 'undefined' ? undefined : (tabCache().read(key) as T | undefined);
}
