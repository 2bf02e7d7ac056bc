import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import { Id } from '../text.ts';
import { InLanguage } from '../translations.ts';
import { Page, PageEdit, PageEntry, PageSlug, PageText } from './pages.ts';

/** What the owner writes in pages of its own: imprint, terms and others. */
export const pageRoutes = defineRoutes({
  listPages: {
    call: 'GET /pages',
    access: 'public',
    summary: "The owner's own pages: imprint, terms, privacy and returns first, the others by title",
    query: InLanguage,
    answer: z.array(PageEntry),
    cache: 'public',
  },
  getPage: {
    call: 'GET /page/:slug',
    access: 'public',
    summary: "One of the owner's own pages with its text",
    params: z.object({ slug: Id }),
    query: InLanguage,
    answer: Page,
    cache: 'public',
    errors: ['PAGE_NOT_FOUND'],
  },
  changePage: {
    call: 'PUT /page/:slug',
    access: 'staff:pages',
    summary: 'Write a page, or write it anew',
    params: z.object({ slug: PageSlug }),
    body: PageEdit,
    answer: Page,
    errors: ['STALE_PAGE', 'TOO_MANY_PAGES'],
  },
  removePage: {
    call: 'DELETE /page/:slug',
    access: 'staff:pages',
    summary: 'Remove a page',
    params: z.object({ slug: Id }),
    answer: DeletedCount,
    errors: ['PAGE_NOT_FOUND'],
  },
  previewPage: {
    call: 'POST /page-preview',
    access: 'staff:pages',
    summary: 'What a text would look like; nothing is saved',
    body: PageText,
    answer: z.object({ html: z.string() }),
    key: 'none',
  },
});
