import { z } from 'zod';

/** A day that there is, as YYYY-MM-DD. */
export const Day = z
  .string('Give a day as YYYY-MM-DD')
  .refine((day) => /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day), {
    error: 'Give a day as YYYY-MM-DD',
  });
