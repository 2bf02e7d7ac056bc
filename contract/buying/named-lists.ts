import { z } from 'zod';
import { BasketChange, BasketReplacement, PricedLine } from './basket.ts';
import { MAX_LIST_NAME } from '../limits.ts';
import { Id, text } from '../text.ts';

/** How many lists one customer may have, and how many one company. */
export const MAX_LISTS = 50;

const name = text(1, MAX_LIST_NAME, 'Name');
const lines = BasketReplacement.shape.lines;

export const NewList = z.strictObject({ name, lines });
export type NewList = z.output<typeof NewList>;

/** What is left out stays as it is. */
export const ListEdit = z.strictObject({
  name: name.optional(),
  lines: lines.optional(),
  version: BasketReplacement.shape.version,
});
export type ListEdit = z.output<typeof ListEdit>;

/** The company at whose prices a list is read. */
export const ListQuery = z.strictObject({ companyId: text(1, 64, 'companyId').optional() });

/** Quantities to set; 0 takes the tool out. */
export const ListChange = BasketChange;

/** The list that goes into another one and is gone then. */
export const ListMerge = z.strictObject({ list: text(1, 64, 'list') });

/** The company that a list is given to. */
export const ListGift = z.strictObject({ companyId: Id });

/** A list without its lines. */
export const ListSummary = z.object({
  _id: z.string(),
  name: z.string(),
  /** The company that it was given to; null: it is one's own. */
  companyId: z.string().nullable(),
  lineCount: z.number(),
  /** Rises with every change. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ListSummary = z.infer<typeof ListSummary>;

/** A list with its lines at today's prices, each with what is wrong with it today. */
export const NamedList = ListSummary.extend({ lines: z.array(PricedLine) });
export type NamedList = z.infer<typeof NamedList>;
