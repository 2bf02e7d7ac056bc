import { z } from 'zod';

/** How many rows a call changed or removed, as the spec's client reads it. */
export const ModifiedCount = z.object({ modifiedCount: z.number() });
export const DeletedCount = z.object({ deletedCount: z.number() });
