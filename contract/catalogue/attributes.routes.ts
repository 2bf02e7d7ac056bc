import { z } from 'zod';
import type { Route } from '../route.ts';
import { Attribute, AttributeList } from './attributes.ts';

/** By what tools are told apart. */
export const attributeRoutes = {
  listAttributes: {
    method: 'GET',
    path: '/attributes',
    access: 'staff:tools.read',
    summary: 'What tools can be told apart by, in the order of the shop',
    answer: z.array(Attribute),
    status: 200,
    errors: [],
    cache: 'none',
  },
  changeAttributes: {
    method: 'PUT',
    path: '/attributes',
    access: 'staff:tools.write',
    summary: 'Change what tools can be told apart by: the whole list, in its order',
    body: AttributeList,
    answer: z.array(Attribute),
    status: 200,
    errors: ['ATTRIBUTE_IN_USE'],
    cache: 'none',
  },
} as const satisfies Record<string, Route>;
