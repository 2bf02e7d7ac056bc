import { z } from 'zod';
import { text } from '../text.ts';

/** What stands in the way of opening, in the order in which an owner does it. */
export const READINESS = [
  'company',
  'address',
  'vat',
  'bank',
  'imprint',
  'terms',
  'privacy',
  'tax',
  'delivery',
  'mail',
  'payments',
  'tools',
  'demo',
  'backup',
] as const;
export type ReadinessCode = (typeof READINESS)[number];

/** One of them: whether it is done, and the page of the shop where it is. */
export const Readiness = z.object({ code: z.enum(READINESS), done: z.boolean(), where: z.string() });
export type Readiness = z.infer<typeof Readiness>;

/** What there is of the demo, in how many of each. */
export const Demo = z.object({
  /** The addresses of its people, and of staff whom its password lets in: these keep their account and lose that password. */
  people: z.array(z.string()),
  locked: z.array(z.string()),
  companies: z.number(),
  /** Those of its people and its company, whatever became of them. */
  orders: z.number(),
  invoices: z.number(),
  quotes: z.number(),
  reviews: z.number(),
  /** They stay unless it is asked for. */
  tools: z.number(),
  /** Whether an admin is left who is none of its people. */
  hasOwnAdmin: z.boolean(),
});
export type Demo = z.infer<typeof Demo>;

export const EndDemo = z.strictObject({
  /** Of whoever asks. */
  password: text(1, 200, 'Password'),
  /** Whether its tools go, too. */
  tools: z.boolean('tools must be true or false').optional(),
});
export type EndDemo = z.output<typeof EndDemo>;

/** A backup that was made. */
export const Backup = z.object({
  name: z.string(),
  madeAt: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Whether it could be read back to its end; null: nobody has tried. */
  readable: z.boolean().nullable(),
  /** How many rows that found. */
  rows: z.number().nullable(),
});
export type Backup = z.infer<typeof Backup>;

export const Backups = z.object({
  /** The folder on the server, or in the store of pictures. */
  place: z.string(),
  /** How often one is made by itself; null: only when somebody asks. */
  everyHours: z.number().nullable(),
  /** How many of the newest are kept. */
  keep: z.number(),
  /** Newest first. */
  backups: z.array(Backup),
});
export type Backups = z.infer<typeof Backups>;
