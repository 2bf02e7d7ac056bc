import { pgTable, text } from 'drizzle-orm/pg-core';

/** What staff alone keep of a tool, beside what it costs. */
export const toolKeeping = pgTable('tool_keeping', {
  toolId: text('tool_id').primaryKey(),
  /** Where it lies; printed on packing slips. */
  bin: text('bin'),
  /** The file of a picture that it waits for, as a sheet named it. */
  pictureFile: text('picture_file'),
});
