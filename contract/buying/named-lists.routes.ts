import { z } from 'zod';
import { DocumentsOfTools } from '../catalogue/documents.ts';
import { DeletedCount } from '../counts.ts';
import {
  ListChange,
  ListEdit,
  ListGift,
  ListMerge,
  ListQuery,
  ListSummary,
  NamedList,
  NewList,
} from './named-lists.ts';
import { defineRoutes } from '../route.ts';

/** Lists of tools that somebody keeps to order from again. */
export const namedListRoutes = defineRoutes({
  namedLists: {
    call: 'GET /my-list',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'get_lists',
    summary: "The caller's lists of tools and those of their companies, by name",
    answer: z.array(ListSummary),
  },
  addNamedList: {
    call: 'POST /my-list',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'add_list',
    summary: 'Save lines as a list',
    body: NewList,
    answer: NamedList,
    status: 201,
    errors: ['LIST_NAME_TAKEN', 'TOO_MANY_LISTS', 'LIST_FULL', 'TOOL_NOT_FOUND', 'UNKNOWN_UNIT'],
  },
  getNamedList: {
    call: 'GET /my-list/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'get_list',
    summary:
      "One of the caller's or their companies' lists, at today's prices; with companyId, at that company's prices",
    query: ListQuery,
    answer: NamedList,
    errors: ['LIST_NOT_FOUND', 'COMPANY_NOT_FOUND'],
  },
  listDocuments: {
    call: 'GET /my-list/:id/documents',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: 'Data sheets, certificates and other documents of all tools in a list',
    answer: DocumentsOfTools,
    errors: ['LIST_NOT_FOUND'],
  },
  editNamedList: {
    call: 'PUT /my-list/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: 'Rename a list or replace its lines; with a version, only if it has not changed since',
    body: ListEdit,
    answer: NamedList,
    errors: [
      'LIST_NOT_FOUND',
      'FORBIDDEN',
      'STALE_LIST',
      'LIST_NAME_TAKEN',
      'LIST_FULL',
      'TOOL_NOT_FOUND',
      'UNKNOWN_UNIT',
    ],
  },
  changeNamedList: {
    call: 'PATCH /my-list/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    agentTool: 'change_list',
    summary: 'Set quantities in a list; 0 removes a tool',
    body: ListChange,
    answer: NamedList,
    errors: ['LIST_NOT_FOUND', 'FORBIDDEN', 'LIST_FULL', 'TOOL_NOT_FOUND', 'UNKNOWN_UNIT'],
  },
  mergeNamedList: {
    call: 'POST /my-list/:id/merge',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: 'Merge another list into this one and delete the other; each tool keeps the larger quantity',
    body: ListMerge,
    answer: NamedList,
    errors: ['LIST_NOT_FOUND', 'FORBIDDEN', 'LIST_FULL'],
  },
  giveNamedList: {
    call: 'POST /my-list/:id/give',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: 'Give a list to a company: from then on all its members see it, and those who order for it can change it',
    body: ListGift,
    answer: NamedList,
    errors: ['LIST_NOT_FOUND', 'COMPANY_NOT_FOUND', 'FORBIDDEN', 'LIST_NAME_TAKEN', 'TOO_MANY_LISTS'],
  },
  removeNamedList: {
    call: 'DELETE /my-list/:id',
    access: 'signed-in',
    scopes: ['orders.place', 'buyer.basket'],
    summary: 'Delete a list',
    answer: DeletedCount,
    errors: ['LIST_NOT_FOUND', 'FORBIDDEN'],
  },
});
