import { z } from 'zod';
import { defineRoutes } from '../route.ts';
import { InLanguage } from '../translations.ts';
import { Attribute, AttributeList, AttributeName, MissingFacts } from './attributes.ts';
import { Facet, Facets, FacetSuggestion } from './facets.ts';
import { SuggestionQuery, ToolQuery } from './tools.ts';

/** By what tools are told apart. */
export const attributeRoutes = defineRoutes({
  listAttributes: {
    call: 'GET /attributes',
    access: 'staff:tools.read',
    summary: "The attributes of tools, in the shop's order",
    answer: z.array(Attribute),
  },
  listAttributeNames: {
    call: 'GET /attribute-names',
    access: 'public',
    summary: "The names of the attributes, in the shop's order",
    query: InLanguage,
    answer: z.array(AttributeName),
    cache: 'public',
  },
  listFacets: {
    call: 'GET /facets',
    access: 'public',
    agentTool: 'get_facets',
    summary: 'The filters for a list of tools, with counts; the counts of a filter ignore its own choice',
    query: ToolQuery,
    answer: Facets,
    cache: 'public',
  },
  suggestFacets: {
    call: 'GET /facet-suggestions',
    access: 'public',
    summary: 'Up to four attribute filters that match what was typed so far, such as 13 mm in Spanners',
    query: SuggestionQuery,
    answer: z.array(FacetSuggestion),
    cache: 'public',
  },
  previewFacet: {
    call: 'GET /attribute/:key/facet',
    access: 'staff:tools.read',
    summary: 'The filter for one attribute, whether buyers see it or not',
    answer: z.object({ facet: Facet.nullable() }),
    errors: ['NOT_FOUND'],
  },
  listMissing: {
    call: 'GET /missing-facts',
    access: 'staff:tools.read',
    summary: 'How many tools for sale in each category have no picture of their own, weight, documents or attributes',
    answer: z.array(MissingFacts),
  },
  changeAttributes: {
    call: 'PUT /attributes',
    access: 'staff:tools.write',
    summary: "Replace the list of attributes, in the shop's order",
    body: AttributeList,
    answer: z.array(Attribute),
    errors: ['ATTRIBUTE_IN_USE'],
  },
});
