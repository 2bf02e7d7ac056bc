import { complaint, sentence, type Sentence } from '../sentences.ts';
import { z } from 'zod';
import { codePoints, text } from '../text.ts';

/** The most characters of a text of letters or papers. */
export const MAX_OWN_TEXT = 2_000;

const ORDER = ['name', 'company', 'orderNumber', 'purchaseOrder', 'total'] as const;

/** What has room at the foot of a page. */
const MAX_FOOT_LINES = 4;
const MAX_FOOT_LINE = 100;

/** The letters that may say something of the owner's, each with the fields that its text may name in braces, such as {orderNumber}. */
export const LETTER_FIELDS = {
  order: ORDER,
  receipt: [...ORDER, 'invoiceNumber'],
  shipment: [...ORDER, 'carrier', 'trackingNumber'],
  refund: [...ORDER, 'amount', 'creditNote'],
  invoice: ['company', 'orderNumber', 'purchaseOrder', 'invoiceNumber', 'total', 'dueDay'],
  creditNote: ['company', 'orderNumber', 'purchaseOrder', 'invoiceNumber', 'creditNote', 'total'],
  reminder: ['company', 'total', 'invoices'],
  quote: ['name', 'company', 'quoteNumber', 'total', 'validUntil'],
  return: ['name', 'company', 'orderNumber', 'returnNumber'],
} as const satisfies Record<string, readonly string[]>;
export type LetterKind = keyof typeof LETTER_FIELDS;
// The table has no other keys.
export const LETTER_KINDS = Object.keys(LETTER_FIELDS) as LetterKind[];

/** What a field of a letter says, by its name; one that has nothing to say is left out. */
export type LetterFacts<Kind extends LetterKind> = Partial<Record<(typeof LETTER_FIELDS)[Kind][number], string>>;

const FIELD = /\{([^{}\n]{0,200})\}/g;

/** A text with what its fields stand for. @param facts by the names of fields; what is not there is nothing */
export function filledText(written: string, facts: Readonly<Record<string, string | undefined>>): string {
  return written.replaceAll(FIELD, (_all, name: string) => facts[name] ?? '');
}

/** What is wrong with the fields of a text; undefined where nothing is. */
function wrongField(written: string, kind: LetterKind): Sentence | undefined {
  const fields: readonly string[] = LETTER_FIELDS[kind];
  const unknown = [...written.matchAll(FIELD)].find(([, name = '']) => !fields.includes(name));
  if (!unknown) return undefined;
  const known = fields.map((name) => `{${name}}`).join(', ');
  return sentence('This letter has no field {field}. Its fields are {known}', { field: unknown[0], known });
}

const own = (what: string) => text(0, MAX_OWN_TEXT, what);

function textOf(kind: LetterKind) {
  return own('Text').superRefine((written, context) => {
    const wrong = wrongField(written, kind);
    if (wrong !== undefined) context.addIssue(complaint(wrong));
  });
}

/** What the owner adds to letters: below what each says, at its end, and in its small print. */
export const letterTexts = {
  signature: own('Signature'),
  footer: own('Footer'),
  order: textOf('order'),
  receipt: textOf('receipt'),
  shipment: textOf('shipment'),
  refund: textOf('refund'),
  invoice: textOf('invoice'),
  creditNote: textOf('creditNote'),
  reminder: textOf('reminder'),
  quote: textOf('quote'),
  return: textOf('return'),
};

/** What the owner adds to papers: at the foot of each page, beside how to pay, and at the end; also in e-invoices. */
export const paperTexts = {
  footer: own('Footer').refine((written) => {
    const lines = written.split('\n');
    return lines.length <= MAX_FOOT_LINES && lines.every((line) => codePoints(line) <= MAX_FOOT_LINE);
  }, `The foot of a page has room for ${MAX_FOOT_LINES} lines of ${MAX_FOOT_LINE} characters`),
  paymentText: own('Payment text'),
  closing: own('Closing'),
};

/** A letter to look at before its texts are saved, with the facts of the newest order that has them. */
export const LetterPreviewQuery = z
  .strictObject({
    kind: z.enum(LETTER_KINDS, 'kind must be one of the letters'),
    text: own('Text').default(''),
    signature: own('Signature').default(''),
    footer: own('Footer').default(''),
  })
  .superRefine(({ kind, text: written }, context) => {
    const wrong = wrongField(written, kind);
    if (wrong !== undefined) context.addIssue({ ...complaint(wrong), path: ['text'] });
  });
export type LetterPreviewQuery = z.output<typeof LetterPreviewQuery>;

/** `of` is the number of the order, or of the quote, whose facts it shows; null: there is none yet, and they are made up. */
export const LetterPreview = z.object({ of: z.string().nullable(), subject: z.string(), html: z.string() });
export type LetterPreview = z.infer<typeof LetterPreview>;

/** What the owner adds to papers, to be looked at before it is saved. */
export const PaperPreviewQuery = z.strictObject(paperTexts);
export type PaperPreviewQuery = z.output<typeof PaperPreviewQuery>;
