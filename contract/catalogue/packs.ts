import { complaint, sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { PIECE_CODES } from '../buying/units.ts';
import { whole } from '../numbers.ts';
import { bounded, text } from '../text.ts';
import { isGtin, WRONG_GTIN } from './gtin.ts';

/** For how many pieces a price may be. */
export const PRICE_UNITS = [1, 10, 100, 1000] as const;

/** The most packs of one tool. */
export const MAX_PACKS = 5;

/** So many pieces under a name and a code of UN/ECE Recommendation 20 or 21. */
export const Pack = z.object({
  code: z.string(),
  name: z.string(),
  pieces: z.number(),
  /** The number under its own bar code. */
  gtin: z.string().optional(),
});
export type Pack = z.infer<typeof Pack>;

const NO_CODE = 'The code must be two or three capital letters or digits, such as BX';
const NO_GTIN = 'GTIN must be 8, 12, 13 or 14 digits';

const PackInput = z.strictObject({
  code: bounded(20, NO_CODE)
    .refine((code) => /^[A-Z0-9]{2,3}$/.test(code), NO_CODE)
    .refine((code) => !PIECE_CODES.includes(code), 'This is the code of a piece'),
  name: text(1, 20, 'Name'),
  pieces: whole(2, 1_000_000, 'Pieces must be a whole number from 2 to 1,000,000'),
  gtin: bounded(20, NO_GTIN)
    .refine((gtin) => gtin === '' || /^(\d{8}|\d{12,14})$/.test(gtin), { error: NO_GTIN, abort: true })
    .refine((gtin) => gtin === '' || isGtin(gtin), WRONG_GTIN)
    .transform((gtin) => (gtin === '' ? undefined : gtin))
    .optional(),
});

/** The packs of a tool, each code once. */
export const Packs = z
  .array(PackInput, tell('Packs must be a list of {what}', { what: '{ code, name, pieces }' }))
  .max(MAX_PACKS, `A tool can have at most ${MAX_PACKS} packs`)
  .superRefine((packs, context) => {
    for (const [index, { code }] of packs.entries())
      if (packs.findIndex((pack) => pack.code === code) < index)
        context.addIssue({ ...complaint(sentence('Another pack has this code')), path: [index, 'code'] });
  })
  .transform((packs): Pack[] =>
    packs.map(({ gtin, ...pack }) => ({ ...pack, ...(gtin === undefined ? {} : { gtin }) })),
  );

export const PriceUnit = whole(1, 1000, 'Price unit must be 1, 10, 100 or 1,000').refine(
  (unit) => (PRICE_UNITS as readonly number[]).includes(unit),
  'Price unit must be 1, 10, 100 or 1,000',
);
