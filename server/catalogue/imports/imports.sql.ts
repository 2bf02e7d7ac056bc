import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type {
  CellProblem,
  ImportFindings,
  ImportProblem,
  KeptCells,
  PreviewRow,
  TakenColumns,
  ToolCells,
} from '#contract/catalogue/imports.ts';
import { priceLists } from '#server/catalogue/price-lists/price-lists.sql.ts';
import { users } from '#server/people/directory/people.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Where an import is; those that end in -ing go on until they are done, whichever process does it. */
export type ImportStep = 'checking' | 'checked' | 'committing' | 'committed' | 'reverting' | 'undoing' | 'undone';

/** Imports of sheets of tools. */
export const imports = pgTable('imports', {
  id: text('id').primaryKey(),
  actorId: text('actor_id').references(() => users.id, { onDelete: 'set null' }),
  actorEmail: text('actor_email').notNull(),
  /** The name of the API key that they called with. */
  actorKey: text('actor_key'),
  fileName: text('file_name').notNull().default(''),
  /** The price list whose prices it is about; null: it is about tools. */
  listId: text('list_id').references(() => priceLists.id, { onDelete: 'cascade' }),
  step: text('step').$type<ImportStep>().notNull().default('checking'),
  created: integer('created').notNull().default(0),
  changed: integer('changed').notNull().default(0),
  unchanged: integer('unchanged').notNull().default(0),
  errorCount: integer('error_count').notNull().default(0),
  /** The first of them. */
  errors: jsonb('errors').$type<CellProblem[]>().notNull().default([]),
  preview: jsonb('preview').$type<PreviewRow[]>().notNull().default([]),
  findings: jsonb('findings')
    .$type<ImportFindings>()
    .notNull()
    .default({ attributes: [], headingRow: 0, columns: [], missing: [], problems: [] }),
  /** What headings were taken for, which the shop remembers once it is committed. */
  teach: jsonb('teach').$type<TakenColumns>().notNull().default({}),
  /** How many rows the step that runs, or ran last, has done. */
  done: integer('done').notNull().default(0),
  problem: jsonb('problem').$type<ImportProblem>(),
  /** What an undo left as it was. */
  kept: jsonb('kept').$type<CellProblem[]>().notNull().default([]),
  /** Which process does the step that runs, and until when it is believed to. */
  runner: text('runner'),
  leaseUntil: when('lease_until'),
  createdAt: when('created_at').notNull().defaultNow(),
  committedAt: when('committed_at'),
  undoneAt: when('undone_at'),
});

/** What an import would write, did write, and would put back. */
export const importRows = pgTable('import_rows', {
  importId: text('import_id')
    .notNull()
    .references(() => imports.id, { onDelete: 'cascade' }),
  /** As the spreadsheet numbers it. */
  row: integer('row').notNull(),
  toolId: text('tool_id').notNull(),
  isNew: boolean('is_new').notNull(),
  before: jsonb('before').$type<ToolCells>().notNull(),
  after: jsonb('after').$type<ToolCells>().notNull(),
  /** What staff alone keep of the tool: what there was, and what the row says. */
  keptBefore: jsonb('kept_before').$type<KeptCells>().notNull().default({}),
  keptAfter: jsonb('kept_after').$type<KeptCells>().notNull().default({}),
  /** What all changes of the tool's stock but the orders came to when the dry run saw it. */
  stockSeen: bigint('stock_seen', { mode: 'number' }),
  /** The difference that was written to its stock. */
  stockChange: integer('stock_change'),
  applied: boolean('applied').notNull().default(false),
});

/** Rows in error as they stood in the sheet, with why; row 0 has the headings. */
export const importLeftRows = pgTable('import_left_rows', {
  importId: text('import_id')
    .notNull()
    .references(() => imports.id, { onDelete: 'cascade' }),
  row: integer('row').notNull(),
  cells: jsonb('cells').$type<(string | number)[]>().notNull(),
  reason: text('reason').notNull().default(''),
});
