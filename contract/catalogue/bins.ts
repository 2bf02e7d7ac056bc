import { z } from 'zod';
import { text } from '../text.ts';
import { MAX_BIN } from './imports.ts';

/** Where a tool lies, as packing slips say it; null: nobody has said it. */
export const Bin = z.object({ bin: z.string().nullable() });
export type Bin = z.infer<typeof Bin>;

export const BinEdit = z.strictObject({ bin: text(1, MAX_BIN, 'Bin').nullable() });
