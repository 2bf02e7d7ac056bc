import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { Paging } from '../lists.ts';
import { defineRoutes } from '../route.ts';
import { InLanguage } from '../translations.ts';
import { Category, CategoryEdit } from './categories.ts';
import {
  CheckedPicture,
  NewTool,
  PictureToCheck,
  StaffToolQuery,
  SuggestionQuery,
  Tool,
  ToolChanged,
  ToolEdit,
  ToolQuery,
  ToolSuggestion,
} from './tools.ts';
import { StockChange, StockChanged, StockEntry } from './stock-changes.ts';

/** The catalogue, as everybody reads it and as staff keep it. */
export const toolRoutes = defineRoutes({
  listTools: {
    call: 'GET /tool',
    access: 'public',
    agentTool: 'search_tools',
    summary: 'List, search and filter the tools',
    query: ToolQuery,
    answer: z.array(Tool),
    cache: 'public',
    list: true,
  },
  suggestTools: {
    call: 'GET /tool-suggestions',
    access: 'public',
    summary: 'Up to eight tools that match what a buyer has typed so far',
    query: SuggestionQuery,
    answer: z.array(ToolSuggestion),
    cache: 'public',
    list: true,
  },
  getTool: {
    call: 'GET /tool/:id',
    access: 'public',
    agentTool: 'get_tool',
    summary: 'One tool',
    query: InLanguage,
    answer: Tool,
    errors: ['TOOL_NOT_FOUND'],
    cache: 'public',
  },
  addTool: {
    call: 'POST /tool',
    access: 'staff:tools.write',
    summary: 'Add a tool',
    body: NewTool,
    answer: Tool,
    status: 201,
    errors: ['INVALID_IMAGE_URL', 'GTIN_TAKEN'],
  },
  editTool: {
    call: 'PUT /tool/:id',
    access: 'staff:tools.write',
    summary: 'Change a tool',
    body: ToolEdit,
    answer: ToolChanged,
    errors: ['TOOL_NOT_FOUND', 'STALE_TOOL', 'INVALID_IMAGE_URL', 'GTIN_TAKEN'],
  },
  removeTool: {
    call: 'DELETE /tool/:id',
    access: 'staff:tools.remove',
    summary: 'Remove a tool; orders keep its name and price',
    answer: DeletedCount,
    errors: ['TOOL_NOT_FOUND'],
  },
  uploadPicture: {
    call: 'POST /picture',
    access: 'staff:tools.write',
    summary:
      'Upload a picture, JPEG, PNG, WebP or AVIF of at most 10 MB; the answer is its address, to be used for a tool',
    takes: 'image/*',
    answer: z.object({ image: z.string() }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  },
  checkPicture: {
    call: 'POST /picture-check',
    key: 'none',
    access: 'staff:tools.write',
    summary: 'Check whether there is a picture at an address on another site',
    body: PictureToCheck,
    answer: CheckedPicture,
    errors: ['INVALID_IMAGE_URL', 'RATE_LIMITED'],
  },
  listAllTools: {
    call: 'GET /tools',
    access: 'staff:tools.read',
    summary: 'List all tools, also those that are not on sale',
    query: StaffToolQuery,
    answer: z.array(Tool),
    list: true,
  },
  changeStock: {
    call: 'POST /tool/:id/stock',
    access: 'staff:tools.stock',
    summary: "Add to or take from a tool's stock, without undoing sales made meanwhile",
    body: StockChange,
    answer: StockChanged,
    errors: ['TOOL_NOT_FOUND', 'OUT_OF_STOCK'],
  },
  stockHistory: {
    call: 'GET /tool/:id/stock-history',
    access: 'staff:tools.read',
    summary: "All changes to a tool's stock, newest first, adding up to the current stock",
    query: Paging,
    answer: z.array(StockEntry),
    errors: ['TOOL_NOT_FOUND'],
    list: true,
  },
  listCategories: {
    call: 'GET /category',
    access: 'public',
    summary: 'The categories that have tools, by name',
    query: InLanguage,
    answer: z.array(Category),
    cache: 'public',
  },
  changeCategory: {
    call: 'PUT /category',
    access: 'staff:tools.write',
    summary: 'Say what a category is called in other languages',
    body: CategoryEdit,
    answer: Category,
  },
});
