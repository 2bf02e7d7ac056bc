import { tell } from '../sentences.ts';
import { z } from 'zod';
import { bounded, text } from '../text.ts';

/** Marks that turn the direction of what follows, so that gnp.exe reads exe.png. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

const oneLine = (value: string) =>
  value
    .replaceAll(TURNING, '')
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();

/** What is shown in lists and given to files: one line, read as it is written. */
function line(min: 0 | 1, max: number, what: string) {
  return text(min, max, what)
    .refine((value) => min === 0 || oneLine(value) !== '', `${what} is required`)
    .transform(oneLine)
    .pipe(z.string());
}

/** What a document about a tool is. */
export const DOCUMENT_KINDS = ['datasheet', 'certificate', 'declaration', 'drawing', 'cad', 'manual'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The most documents of one tool. */
export const MAX_DOCUMENTS = 50;

/** A document about a tool; `size` in bytes, `url` a path of the shop from which it is downloaded. */
export const ToolDocument = z.object({
  _id: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  name: z.string(),
  /** Such as `en` or `de-AT`. */
  language: z.string(),
  revision: z.string().optional(),
  size: z.number(),
  url: z.string(),
});
export type ToolDocument = z.infer<typeof ToolDocument>;

/** What there is about each of some tools, without those of which there is nothing. */
export const DocumentsOfTools = z.array(
  z.object({ toolId: z.string(), tool: z.string(), sku: z.string().nullable(), documents: z.array(ToolDocument) }),
);
export type DocumentsOfTools = z.infer<typeof DocumentsOfTools>;

const LANGUAGE = 'Language must be a code such as en or de-AT';

/** What is said of a document that is sent. */
export const NewDocument = z.strictObject({
  kind: z.enum(DOCUMENT_KINDS, tell('kind must be one of {choices}', { choices: DOCUMENT_KINDS.join(', ') })),
  name: line(1, 200, 'Name'),
  language: bounded(20, LANGUAGE).regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, LANGUAGE),
  revision: line(0, 40, 'Revision').optional(),
});
export type NewDocument = z.output<typeof NewDocument>;

/** The name of a file that is sent by itself, by which sheets name it. */
export const DocumentFileQuery = z.strictObject({ name: line(1, 255, 'Name') });

/** A file that was sent by itself; `size` in bytes. */
export const DocumentFile = z.object({ name: z.string(), size: z.number() });
