import { sentence } from '#contract/sentences.ts';
import type { Tag } from '#server/engine/http/changes.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { listAttributes } from '#server/catalogue/attributes/attributes.ts';
import { facetsOf, previewFacet } from './facets.ts';
import { keptUntilChanged } from './kept.ts';
import { listAllTools, listOneTool, listTools, suggestTools } from './list-tools.ts';
import { suggestFacets } from './suggest-facets.ts';

/** How many tools are suggested while one types. */
const SUGGESTIONS = 8;
/** Of so many lists the lengths are kept. */
const MOST_LENGTHS = 1_000;

export function searchHandlers({ database, changes }: Parts) {
  const lengths = keptUntilChanged<number>(changes, MOST_LENGTHS);
  return {
    listTools: {
      answer: ({ query }) => database.read((from) => listTools(from, lengths, query)),
      mayShow: () => ['tools', 'stock'],
      // A sale of a tool that is not in the list changes it only where it is of what is in stock.
      shows: ({ query }, { rows }) => [
        'tools',
        ...(query.inStock === true ? (['stock'] as const) : []),
        ...rows.map(({ _id }): Tag => `tool:${_id}`),
      ],
    },

    listFacets: {
      answer: ({ query }) => database.read((from) => facetsOf(from, query)),
      mayShow: ({ query }) => (query.inStock === true ? ['tools', 'stock'] : ['tools']),
    },

    previewFacet: async ({ params }) => {
      const attribute = (await listAttributes(database.db)).find(({ key }) => key === params.key);
      if (!attribute) throw new AppError('NOT_FOUND', sentence('There is no such attribute.'));
      return database.read(async (from) => ({ facet: await previewFacet(from, attribute) }));
    },

    suggestTools: {
      answer: ({ query }) => database.read((from) => suggestTools(from, query, SUGGESTIONS)),
      // A sale changes neither a name nor a category.
      mayShow: () => ['categories'],
    },

    suggestFacets: {
      answer: ({ query }) => database.read((from) => suggestFacets(from, query)),
      mayShow: () => ['categories'],
    },

    listAllTools: ({ query }) =>
      query.id === undefined ? listAllTools(database, lengths, query) : listOneTool(database, query.id),
  } satisfies Partial<Handlers>;
}
