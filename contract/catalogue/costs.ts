import { z } from 'zod';
import { Money } from '../numbers.ts';

/** What a piece of a tool costs the shop, for its staff alone; null: nobody has said it. Money as a number with its decimals. */
export const Cost = z.object({ cost: z.number().nullable() });
export type Cost = z.infer<typeof Cost>;

export const CostEdit = z.strictObject({ cost: Money.nullable() });
