import { complaint, sentence, type Sentence, tell } from '../sentences.ts';
import { z } from 'zod';
import { QuoteMessage } from '../buying/quotes.ts';
import { Quantity, refuseRepeatedTools } from '../buying/wanted-lines.ts';
import { Day } from '../day.ts';
import { MAX_LINES, MAX_PIECES } from '../limits.ts';
import { Paging, searched } from '../lists.ts';
import { Money, whole } from '../numbers.ts';
import { text } from '../text.ts';
import { MAX_RETURN_TEXT, RETURN_KINDS, RETURN_STATES, RETURN_WISHES, SETTLED_AS } from './return-words.ts';

export type { ReturnKind, ReturnState, ReturnWish } from './return-words.ts';

/** Pieces of one tool of the order. How many came back, went into stock and were thrown away, and how many were settled. */
export const ReturnLine = z.object({
  toolId: z.string(),
  /** As the order says them. */
  tool: z.string(),
  sku: z.string().nullable(),
  quantity: z.number(),
  kind: z.enum(RETURN_KINDS),
  wish: z.enum(RETURN_WISHES),
  text: z.string().optional(),
  arrived: z.number(),
  restocked: z.number(),
  scrapped: z.number(),
  settled: z.number(),
});
export type ReturnLine = z.infer<typeof ReturnLine>;

/** What somebody reports of an order: what is wrong, what the shop answers, and what becomes of each piece. Money with its decimals. */
export const Return = z.object({
  _id: z.string(),
  /** What people say on the telephone: R-10001. */
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  state: z.enum(RETURN_STATES),
  /** Who ordered, and the company's name where the order is for one. */
  buyer: z.object({ name: z.string(), email: z.string() }),
  company: z.string().optional(),
  companyId: z.string().nullable(),
  lines: z.array(ReturnLine),
  /** What was agreed; null while nobody has answered, and where it was refused. `fee` is kept of the money once, with its tax. */
  answer: z
    .object({
      /** Whether the pieces are to be sent back. */
      sendBack: z.boolean(),
      /** The day by which. */
      until: z.string().optional(),
      instructions: z.string().optional(),
      fee: z.number(),
    })
    .nullable(),
  /** Why it was refused, or closed with pieces that were not settled. */
  reason: z.string().optional(),
  /** Their addresses; only who sees the return is answered there. */
  pictures: z.array(z.string()),
  /** The oldest first; none in lists. */
  messages: z.array(QuoteMessage),
  messageCount: z.number(),
  /** Numbers of the credit notes that gave money for it. */
  creditNotes: z.array(z.string()),
  /** The latest order that replaces pieces of it, and all of them with their numbers. */
  replacementOrderId: z.string().optional(),
  replacements: z.array(z.object({ orderId: z.string(), number: z.string() })),
  createdAt: z.string(),
  answeredAt: z.string().optional(),
  closedAt: z.string().optional(),
});
export type Return = z.infer<typeof Return>;

function linesOf<Line extends z.ZodType>(line: Line, of: string) {
  return z
    .array(line, tell('lines must be a list of {what}', { what: of }))
    .min(1, 'Give at least one line')
    .max(MAX_LINES, 'At most 1,000 lines are allowed');
}

const toolId = text(1, 64, 'toolId');

export const NewReturn = z.strictObject({
  orderId: text(1, 64, 'orderId'),
  lines: linesOf(
    z.strictObject({
      toolId,
      quantity: Quantity,
      kind: z.enum(RETURN_KINDS, tell('kind must be one of {choices}', { choices: RETURN_KINDS.join(', ') })),
      wish: z.enum(RETURN_WISHES, `wish must be ${RETURN_WISHES.join(' or ')}`),
      text: text(0, 1000, 'Text').optional(),
    }),
    '{ toolId, quantity, kind, wish }',
  ).superRefine(refuseRepeatedTools),
  message: text(0, MAX_RETURN_TEXT, 'Message').optional(),
});
export type NewReturn = z.output<typeof NewReturn>;

/** `agree` with what is to be done, or not, with the reason, which the buyer reads. */
export const ReturnAnswer = z
  .strictObject({
    agree: z.boolean('agree must be true or false'),
    sendBack: z.boolean('sendBack must be true or false').optional(),
    until: Day.optional(),
    instructions: text(0, MAX_RETURN_TEXT, 'Instructions').optional(),
    fee: Money.optional(),
    reason: text(0, 1000, 'Reason').optional(),
  })
  .superRefine(({ agree, reason = '', ...said }, context) => {
    const refuse = (path: string, said: Sentence) => context.addIssue({ ...complaint(said), path: [path] });
    if (agree) {
      if (said.sendBack === false && said.until !== undefined)
        refuse('until', sentence('Nothing is to be sent back by a day'));
      return;
    }
    if (reason.trim() === '') refuse('reason', sentence('Say why, so that the buyer knows'));
    for (const [name, value] of Object.entries(said))
      if (value !== undefined) refuse(name, sentence('Send {name} only where you agree', { name }));
  });
export type ReturnAnswer = z.output<typeof ReturnAnswer>;

const pieces = whole(0, MAX_PIECES, 'Enter a whole number of pieces');

/** What arrived: pieces that go into stock, pieces that are thrown away; the others go back to the buyer. */
export const ReturnArrival = z.strictObject({
  lines: linesOf(
    z
      .strictObject({ toolId, quantity: Quantity, restocked: pieces.default(0), scrapped: pieces.default(0) })
      .refine(({ quantity, restocked, scrapped }) => restocked + scrapped <= quantity, {
        error: 'No more than arrived can go into stock or be thrown away',
        path: ['restocked'],
      }),
    '{ toolId, quantity, restocked, scrapped }',
  ).superRefine(refuseRepeatedTools),
});
export type ReturnArrival = z.output<typeof ReturnArrival>;

export const ReturnSettlement = z.strictObject({
  lines: linesOf(
    z.strictObject({
      toolId,
      quantity: Quantity,
      as: z.enum(SETTLED_AS, `as must be ${SETTLED_AS.join(' or ')}`),
    }),
    '{ toolId, quantity, as }',
  ).superRefine((lines, context) => {
    const seen = new Set<string>();
    for (const [index, { toolId: id, as }] of lines.entries()) {
      const key = JSON.stringify([id, as]);
      const said = sentence('This tool is already settled so on another line');
      if (seen.has(key)) context.addIssue({ ...complaint(said), path: [index, 'toolId'] });
      seen.add(key);
    }
  }),
});
export type ReturnSettlement = z.output<typeof ReturnSettlement>;

export const NewReturnMessage = z.strictObject({ text: text(1, MAX_RETURN_TEXT, 'Message') });
/** Why what was not settled never will be; the buyer reads it. */
export const ReturnClosing = z.strictObject({ reason: text(1, 1000, 'Reason') });

export const ReturnsQuery = Paging.extend({
  /** `open`: all to which something is still to be done. */
  state: z
    .enum(
      [...RETURN_STATES, 'open'],
      tell('state must be one of {choices}, or open', { choices: RETURN_STATES.join(', ') }),
    )
    .optional(),
  /** Any part of its number, its order's, who buys, or a tool's name or SKU; empty finds all. */
  q: searched.optional(),
  /** Of this order alone. */
  orderId: text(1, 64, 'orderId').optional(),
  sort: z.enum(['newest', 'oldest'], 'sort must be newest or oldest').default('newest'),
});
export type ReturnsQuery = z.output<typeof ReturnsQuery>;
