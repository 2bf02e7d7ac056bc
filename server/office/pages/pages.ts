import { sentence } from '#contract/sentences.ts';
import { eq, getTableColumns, sql } from 'drizzle-orm';
import { LEGAL_PAGES, MAX_PAGES, type Page, type PageEdit, type PageEntry } from '#contract/office/pages.ts';
import type { Language } from '#contract/languages.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError, requireVersion } from '#server/engine/http/app-error.ts';
import { pageDescription, pageHtml } from './page-html.ts';
import { pages } from './pages.sql.ts';

type Row = typeof pages.$inferSelect;

const LEGAL: readonly string[] = Object.keys(LEGAL_PAGES);

/** The owner's own pages without their texts: the legal ones first, the others by title. @param language that of their titles */
export async function listPages(db: Db, language?: Language): Promise<PageEntry[]> {
  const { text: _text, translations: _translations, ...columns } = getTableColumns(pages);
  const title = sql<string | null>`${pages.translations} -> ${language ?? null} ->> 'title'`;
  const rows = await db
    .select({ ...columns, translated: title })
    .from(pages)
    .orderBy(sql`lower(${pages.title})`, pages.slug);
  const place = ({ slug }: { slug: string }) => (LEGAL.includes(slug) ? LEGAL.indexOf(slug) : LEGAL.length);
  return rows
    .toSorted((one, other) => place(one) - place(other))
    .map(({ translated, ...row }) => presentEntry(translated === null ? row : { ...row, title: translated }));
}

/** @param language that of its texts @throws AppError PAGE_NOT_FOUND */
export async function getPage(db: Db, slug: string, language?: Language): Promise<Page> {
  const [row] = await db.select().from(pages).where(eq(pages.slug, slug));
  if (!row) throw notFound();
  return presentPage(row, language);
}

/**
 * Writes a page that was not there, or takes the place of what was.
 * @throws AppError STALE_PAGE with the version that is, where another one was read; TOO_MANY_PAGES
 */
export async function changePage(
  tx: Tx,
  slug: string,
  { title, text, place, language, translations, version }: PageEdit,
): Promise<Page> {
  // One at a time: two that are new must not both be the last that there is room for.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('pages'))`);
  const [now] = await tx.select({ version: pages.version }).from(pages).where(eq(pages.slug, slug));
  const stale = now
    ? sentence('Somebody has changed this page since you opened it.')
    : sentence('Somebody has removed this page since you opened it.');
  requireVersion(version, now?.version ?? 0, 'STALE_PAGE', stale);
  if (!now && (await tx.$count(pages)) >= MAX_PAGES)
    throw new AppError(
      'TOO_MANY_PAGES',
      sentence('A shop can have at most {most, number} pages.', { most: MAX_PAGES }),
    );
  const said = { title, text, place, language: language || null, translations };
  const [row] = await tx
    .insert(pages)
    .values({ slug, ...said })
    .onConflictDoUpdate({
      target: pages.slug,
      set: { ...said, version: sql`${pages.version} + 1`, updatedAt: sql`now()` },
    })
    .returning();
  if (!row) throw new Error('the page was not returned');
  return presentPage(row);
}

/** @returns its title @throws AppError PAGE_NOT_FOUND */
export async function removePage(tx: Tx, slug: string): Promise<string> {
  const [gone] = await tx.delete(pages).where(eq(pages.slug, slug)).returning({ title: pages.title });
  if (!gone) throw notFound();
  return gone.title;
}

function notFound(): AppError {
  return new AppError('PAGE_NOT_FOUND', sentence('There is no such page.'));
}

function presentEntry({
  slug,
  title,
  place,
  language,
  version,
  updatedAt,
}: Omit<Row, 'text' | 'translations'>): PageEntry {
  return { slug, title, place, language, version, updatedAt: updatedAt.toISOString() };
}

function presentPage({ translations, ...own }: Row, language?: Language): Page {
  const said = language && translations[language];
  const row = { ...own, ...said, ...(said?.text === undefined ? {} : { language }) };
  return {
    ...presentEntry(row),
    text: row.text,
    html: pageHtml(row.text),
    description: pageDescription(row.text),
    ...(language ? {} : { translations }),
  };
}
