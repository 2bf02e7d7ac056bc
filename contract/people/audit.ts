import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from '../day.ts';
import { Paging } from '../lists.ts';
import { WrittenAs } from '../sheets.ts';
import { bounded, text } from '../text.ts';

/** Who did what to whom. `details` depend on the action. */
export const AuditEntry = z.object({
  _id: z.string(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  /** Whether it changed prices, texts or settings, which can be put back. */
  canPutBack: z.boolean(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const NO_ACTION = 'what must be an action, such as tool.edited, or what it is about, such as tool';

const auditFilter = {
  /** Part of the e-mail address of who did it. */
  who: text(0, 200, 'who').optional(),
  /** An action, or all of a subject such as `tool`. */
  what: bounded(81, NO_ACTION)
    .regex(/^[a-z-]{1,40}(\.[a-z-]{1,40})?$/, NO_ACTION)
    .optional(),
  /** The id, or part of the name, number or e-mail address, of what it was done to. */
  about: text(0, 200, 'about').optional(),
  /** Days of the shop, inclusive. */
  from: Day.optional(),
  to: Day.optional(),
};
export const AuditQuery = Paging.extend(auditFilter).refine(inOrder, NOT_IN_ORDER);
export type AuditQuery = z.output<typeof AuditQuery>;

/** The same filters for a sheet of all that fits. */
export const AuditExportQuery = z.strictObject({ ...auditFilter, format: WrittenAs }).refine(inOrder, NOT_IN_ORDER);
export type AuditFilter = Omit<z.output<typeof AuditExportQuery>, 'format'>;

/** What of a change was put back; `kept` names the fields that somebody has changed again since, which stay as they are. */
export const PutBack = z.object({ modifiedCount: z.number(), kept: z.array(z.string()) });
export type PutBack = z.infer<typeof PutBack>;
