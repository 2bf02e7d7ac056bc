import { z } from 'zod';
import { Day } from './day.ts';

/** What exports are written as. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/** A file that is made while it is sent, however large. */
export const StreamedFile = z.object({ type: z.string(), name: z.string(), body: z.instanceof(ReadableStream) });
export type StreamedFile = z.infer<typeof StreamedFile>;

const format = z.enum(SHEET_FORMATS, 'format must be csv or xlsx').default('csv');

export const ToolExportQuery = z.strictObject({ format });

/** Days in UTC, inclusive. */
export const DaysExportQuery = z
  .strictObject({ format, from: Day.optional(), to: Day.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    error: 'The last day must not be before the first',
    path: ['to'],
  });
export type DaysExportQuery = z.output<typeof DaysExportQuery>;
