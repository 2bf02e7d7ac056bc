import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { Attribute, AttributeList, AttributeName, MissingFacts } from './attributes.ts';
import { Facet, Facets, FacetSuggestion } from './facets.ts';
import { SuggestionQuery, ToolQuery } from './tools.ts';

/** By what tools are told apart. */
export const attributeRoutes = defineRoutes({
  listAttributes: {
    call: 'GET /attributes',
    access: 'staff:tools.read',
    summary: 'What tools can be told apart by, in the order of the shop',
    answer: z.array(Attribute),
  },
  listAttributeNames: {
    call: 'GET /attribute-names',
    access: 'public',
    summary: 'What the attributes of tools are called, in the order of the shop',
    answer: z.array(AttributeName),
    cache: 'public',
  },
  listFacets: {
    call: 'GET /facets',
    access: 'public',
    agentTool: 'get_facets',
    summary: 'By what a list of tools can be narrowed, with counts that leave out what is chosen of each',
    query: ToolQuery,
    answer: Facets,
    cache: 'public',
  },
  suggestFacets: {
    call: 'GET /facet-suggestions',
    access: 'public',
    summary: 'Up to four choices of attributes that what was typed so far speaks of, such as 13 mm in Spanners',
    query: SuggestionQuery,
    answer: z.array(FacetSuggestion),
    cache: 'public',
  },
  previewFacet: {
    call: 'GET /attribute/:key/facet',
    access: 'staff:tools.read',
    summary: 'What buyers could narrow by one attribute, whether it is shown or not',
    answer: z.object({ facet: Facet.nullable() }),
    errors: ['NOT_FOUND'],
  },
  listMissing: {
    call: 'GET /missing-facts',
    access: 'staff:tools.read',
    summary: 'How many tools for sale of each category lack a picture of their own, a weight, documents and attributes',
    answer: z.array(MissingFacts),
  },
  changeAttributes: {
    call: 'PUT /attributes',
    access: 'staff:tools.write',
    summary: 'Change what tools can be told apart by: the whole list, in its order',
    body: AttributeList,
    answer: z.array(Attribute),
    errors: ['ATTRIBUTE_IN_USE'],
  },
});
