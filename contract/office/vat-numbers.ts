import { z } from 'zod';
import { text } from '../text.ts';

export const VatQuestion = z.strictObject({ vatId: text(1, 20, 'VAT number') });

/** What the register says of a number now: null where it did not answer. `name` is its holder's, where it tells. */
export const VatAnswer = z.object({ stands: z.boolean().nullable(), name: z.string().optional() });
export type VatAnswer = z.infer<typeof VatAnswer>;

/** What the register last said of a number, when, of whom, and by which number of consultation. */
export const VatProof = z.object({
  at: z.string(),
  stands: z.boolean(),
  name: z.string(),
  consultation: z.string(),
});
export type VatProof = z.infer<typeof VatProof>;
