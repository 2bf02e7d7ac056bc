import { z } from 'zod';
import { bounded } from '../text.ts';

/** What a quantity may be counted in: `code` as UN/ECE has it, and how many pieces that is. */
export const CountedIn = z.object({ code: z.string(), name: z.string(), pieces: z.number() });

/** The code of the pack that a line counts in; pieces where it is left out. */
export const UnitCode = bounded(20, 'unit must be the code of a pack').optional();

/** How a line was counted: null in pieces; `unitName` is what the shop calls the pack. */
export const unitFields = {
  unit: z.string().nullable(),
  unitName: z.string().nullable(),
  unitQuantity: z.number().nullable(),
  /** For how many pieces the prices of the line are. */
  priceUnit: z.number(),
};
