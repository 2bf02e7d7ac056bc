import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { record } from '#server/people/audit/audit.ts';
import { pageHtml } from './page-html.ts';
import { changePage, getPage, listPages, removePage } from './pages.ts';

export function pageHandlers({ database, changes }: Parts) {
  return {
    listPages: {
      answer: ({ query }) => database.read(({ db }) => listPages(db, query.language)),
      mayShow: () => ['settings'],
    },

    getPage: {
      answer: ({ params, query }) => database.read(({ db }) => getPage(db, params.slug, query.language)),
      mayShow: () => ['settings'],
    },

    changePage: ({ caller, params: { slug }, body }) =>
      transaction(database, async (tx) => {
        const page = await changePage(tx, slug, body);
        await record(tx, caller, 'page.saved', slug, { name: page.title });
        // Every page leads to it.
        afterCommit(tx, () => changes.touch(['settings']));
        return page;
      }),

    removePage: ({ caller, params: { slug } }) =>
      transaction(database, async (tx) => {
        const name = await removePage(tx, slug);
        await record(tx, caller, 'page.removed', slug, { name });
        afterCommit(tx, () => changes.touch(['settings']));
        return { deletedCount: 1 };
      }),

    previewPage: async ({ body }) => ({ html: pageHtml(body.text) }),
  } satisfies Partial<Handlers>;
}
