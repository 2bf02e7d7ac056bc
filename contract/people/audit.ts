import { z } from 'zod';
import { Day, inOrder, NOT_IN_ORDER } from '../day.ts';
import { Paging } from '../lists.ts';
import { WrittenAs } from '../sheets.ts';
import { bounded, text } from '../text.ts';
import { AUDIT_DETAILS, type AuditAction } from './audit-details.ts';

const about = {
  _id: z.string(),
  actor: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  /** Whether it changed prices, texts or settings, which can be put back. */
  canPutBack: z.boolean(),
};

/** An entry about one action. Of its details any may lack: names and addresses of people who are forgotten are taken out. */
const entryOf = <A extends AuditAction>(action: A) =>
  z.object({
    ...about,
    action: z.literal(action),
    details: z
      .object({
        ...AUDIT_DETAILS[action],
        /** The key of the API that it was done with. */
        apiKey: z.string(),
      })
      .partial(),
  });

/** What another version of the shop wrote down, as it is. */
const OtherEntry = z.object({
  ...about,
  action: z.literal('other'),
  details: z.object({ action: z.string(), written: z.record(z.string(), z.unknown()) }),
});

const [first, ...more] = Object.keys(AUDIT_DETAILS).map((action) => entryOf(action as AuditAction)) as [
  KnownEntry,
  ...KnownEntry[],
];
type KnownEntry = { [A in AuditAction]: ReturnType<typeof entryOf<A>> }[AuditAction];

/** Who did what to whom: `details` by the action. */
export const AuditEntry = z.discriminatedUnion('action', [first, ...more, OtherEntry]);
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
