import { z } from 'zod';
import { bounded } from './text.ts';
import { Day, inOrder, NOT_IN_ORDER } from './day.ts';

/** What exports are written as. */
const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];

/**
 * A file that is made while it is sent, however large; one that everybody may have says by an `etag` what is in it, and so does one
 * that the caller alone may keep (`isPrivate`).
 */
export const StreamedFile = z.object({
  type: z.string(),
  name: z.string(),
  body: z.instanceof(ReadableStream),
  etag: z.string().optional(),
  isPrivate: z.boolean().optional(),
});
export type StreamedFile = z.infer<typeof StreamedFile>;

/** Which of them is asked for. */
export const WrittenAs = z.enum(SHEET_FORMATS, 'format must be csv or xlsx').default('csv');

/** What stands between the cells of CSV; with semicolons numbers have a decimal comma, as a German Excel opens them. */
const Separator = z.enum([',', ';'], 'separator must be a comma or a semicolon').default(',');

export const ToolExportQuery = z.strictObject({ format: WrittenAs });

/** Days of the shop, inclusive. */
export const DaysExportQuery = z
  .strictObject({ format: WrittenAs, separator: Separator, from: Day.optional(), to: Day.optional() })
  .refine(inOrder, NOT_IN_ORDER);
export type DaysExportQuery = z.output<typeof DaysExportQuery>;

/** A day of the shop; without it today. */
export const DayExportQuery = z.strictObject({ format: WrittenAs, separator: Separator, day: Day.optional() });

/** XLSX has the orders and their lines; of CSV one is asked for. */
export const OrdersExportQuery = z
  .strictObject({
    format: WrittenAs,
    separator: Separator,
    sheet: z.enum(['orders', 'lines'], 'sheet must be orders or lines').default('orders'),
    from: Day.optional(),
    to: Day.optional(),
  })
  .refine(inOrder, NOT_IN_ORDER);

/** The days of a file for DATEV, which is CSV alone. */
export const DatevQuery = z
  .strictObject({ format: z.enum(['csv'], 'format must be csv').optional(), from: Day, to: Day })
  .refine(inOrder, NOT_IN_ORDER);

/** XLSX has both sheets; of CSV one is asked for. */
export const PapersExportQuery = z
  .strictObject({
    format: WrittenAs,
    separator: Separator,
    sheet: z.enum(['papers', 'tax'], 'sheet must be papers or tax').default('papers'),
    from: Day.optional(),
    to: Day.optional(),
  })
  .refine(inOrder, NOT_IN_ORDER);

/** A month of the shop, by the days that papers say. */
export const MonthQuery = z.strictObject({
  month: bounded(7, 'month must look like 2026-11').regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'month must look like 2026-11'),
});
