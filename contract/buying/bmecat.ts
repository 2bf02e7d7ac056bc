import { z } from 'zod';
import { text } from '../text.ts';

/** The company at whose prices the catalogue is read; without it the one that the key or the caller buys for. */
export const BmecatQuery = z.strictObject({ companyId: text(1, 64, 'companyId').optional() });
