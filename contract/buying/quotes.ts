import { tell } from '../sentences.ts';
import { z } from 'zod';
import { Country } from '../countries.ts';
import { Promises } from '../catalogue/backorders.ts';
import { Day } from '../day.ts';
import { Paging, searched } from '../lists.ts';
import { MAX_LINES } from '../limits.ts';
import { PaperQuery } from '../money/papers.ts';
import { ClaimedSum, Money, whole } from '../numbers.ts';
import { bounded, Email, text } from '../text.ts';
import { NewOrder, Order, refuseTwoPlaces } from './orders.ts';
import { CountedIn, UnitCode, unitFields } from './unit-fields.ts';
import { Quantity, refuseRepeatedTools, WantedLine } from './wanted-lines.ts';

/**
 * What a quote can be. `asked`: nobody has answered yet; `offered`: its latest version can be accepted; `declined`: by its
 * buyer; `withdrawn`: by the shop; `expired`: the last day of its latest version is over, a new version may follow;
 * `ordered`.
 */
const QUOTE_STATES = ['asked', 'offered', 'declined', 'withdrawn', 'expired', 'ordered'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/** Those in which nothing is done to a quote any more. */
export const QUOTE_OVER_STATES: readonly QuoteState[] = ['declined', 'withdrawn', 'ordered'];

/** How many versions and messages one quote may have. */
export const MAX_QUOTE_VERSIONS = 20;
export const MAX_QUOTE_MESSAGES = 200;
/** How many quotes one customer may wait for at a time. */
export const MAX_ASKED_QUOTES = 50;
/** How long a message, a note and a reason may be. */
const MAX_QUOTE_TEXT = 2_000;
/** How many of the lines a list shows of each quote. */
export const QUOTE_LINES_IN_LISTS = 5;

/** So many pieces of a tool, and what the buyer would pay for `priceUnit` of them. Money as a number with its decimals. */
const QuoteWish = z.object({
  toolId: z.string(),
  /** The tool's name and SKU of today. */
  tool: z.string(),
  sku: z.string().nullable(),
  quantity: z.number(),
  ...unitFields,
  targetPrice: z.number().optional(),
});

/** What a version says of one tool: name, SKU and list price of the day on which it was offered. */
export const QuoteLine = z.object({
  toolId: z.string(),
  tool: z.string(),
  sku: z.string().nullable(),
  /** What the company that asks called the tool; null where it has no number of its own. */
  buyerNumber: z.string().nullable(),
  quantity: z.number(),
  ...unitFields,
  unitPrice: z.number(),
  /** What everybody pays for `priceUnit` pieces of so many. */
  listPrice: z.number(),
  price: z.number(),
  /** From what they could be served on the day of the offer; empty where not all of them could, and for offers of before. */
  promises: Promises,
});
export type QuoteLine = z.infer<typeof QuoteLine>;

/** An offer, which never changes again. `price` is goods, freight and tax. */
export const QuoteVersion = z.object({
  version: z.number(),
  lines: z.array(QuoteLine),
  lineCount: z.number(),
  goods: z.number(),
  freight: z.number(),
  tax: z.number(),
  taxName: z.string().nullable(),
  taxNote: z.string().nullable(),
  price: z.number(),
  /** The last day on which it can be accepted. */
  validUntil: z.string(),
  note: z.string(),
  at: z.string(),
});
export type QuoteVersion = z.infer<typeof QuoteVersion>;

/** Who says something at a quote: somebody of those who buy, or of the shop. */
const QUOTE_SIDES = ['buyer', 'shop'] as const;
export type QuoteSide = (typeof QUOTE_SIDES)[number];

/** What a buyer would pay for `priceUnit` pieces of a tool that was offered. */
const NamedPrice = z.object({
  toolId: z.string(),
  /** The tool's name and SKU as they were offered. */
  tool: z.string(),
  sku: z.string().nullable(),
  priceUnit: z.number(),
  targetPrice: z.number(),
});
export type NamedPrice = z.infer<typeof NamedPrice>;

export const QuoteMessage = z.object({
  by: z.enum(QUOTE_SIDES),
  /** The name of who wrote it; buyers do not learn the names of those who sell. */
  name: z.string(),
  text: z.string(),
  /** Of a buyer, against the latest offer of then; left out where there are none. */
  prices: z.array(NamedPrice).optional(),
  at: z.string(),
});
export type QuoteMessage = z.infer<typeof QuoteMessage>;

/** What somebody asked a price for, what they were offered, and what was said. */
export const Quote = z.object({
  _id: z.string(),
  /** What people say on the telephone: Q10001. */
  number: z.string(),
  state: z.enum(QUOTE_STATES),
  companyId: z.string().optional(),
  /** The company's name, where it is for one. */
  company: z.string().optional(),
  /** Whose account it is in; null where that is removed. */
  userId: z.string().nullable(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  /** Where it goes (ISO 3166-1 alpha-2) and how, where the buyer said so. */
  country: z.string().optional(),
  delivery: z.string().optional(),
  /** In the order in which they were asked for: all of them, in lists the first QUOTE_LINES_IN_LISTS. */
  wanted: z.array(QuoteWish),
  wantedCount: z.number(),
  /** The oldest first; in lists the latest alone. */
  versions: z.array(QuoteVersion),
  versionCount: z.number(),
  /** The oldest first; none in lists. */
  messages: z.array(QuoteMessage),
  messageCount: z.number(),
  /** Why its buyer declined it. */
  reason: z.string().optional(),
  orderId: z.string().optional(),
  createdAt: z.string(),
});
export type Quote = z.infer<typeof Quote>;

const WishedLine = WantedLine.extend({ targetPrice: Money.optional() });
const OfferedLine = z.strictObject({
  toolId: text(1, 64, 'toolId'),
  quantity: Quantity,
  unit: UnitCode,
  unitPrice: Money,
});

function linesOf<Line extends z.ZodType<{ toolId: string }>>(line: Line, of: string) {
  return z
    .array(line, tell('lines must be a list of {what}', { what: of }))
    .min(1, 'Give at least one line')
    .max(MAX_LINES, 'At most 1,000 lines are allowed')
    .superRefine(refuseRepeatedTools);
}

export const NewQuote = z.strictObject({
  lines: linesOf(WishedLine, '{ toolId, quantity }'),
  companyId: text(1, 64, 'companyId').optional(),
  country: Country.optional(),
  delivery: text(1, 64, 'delivery').optional(),
  message: text(0, MAX_QUOTE_TEXT, 'Message').optional(),
  /** The e-mail address of the customer for whom staff ask. */
  customer: Email.optional(),
});
export type NewQuote = z.output<typeof NewQuote>;

export const NewQuoteVersion = z.strictObject({
  lines: linesOf(OfferedLine, '{ toolId, quantity, unitPrice }'),
  freight: Money,
  /** The last day, of the shop's, on which it can be accepted. */
  validUntil: Day,
  note: text(0, MAX_QUOTE_TEXT, 'Note').optional(),
});
export type NewQuoteVersion = z.output<typeof NewQuoteVersion>;

/** A message, a buyer's own prices for tools of the latest offer, or both. */
export const NewQuoteMessage = z
  .strictObject({
    text: text(0, MAX_QUOTE_TEXT, 'Message').default(''),
    prices: z
      .array(
        z.strictObject({ toolId: text(1, 64, 'toolId'), targetPrice: Money }),
        'prices must be a list of toolId and targetPrice',
      )
      .max(MAX_LINES, 'At most 1,000 prices are allowed')
      .superRefine(refuseRepeatedTools)
      .default([]),
  })
  .refine(({ text: said, prices }) => said.trim() !== '' || prices.length > 0, {
    path: ['text'],
    message: 'Write a message or name a price',
  });
export type NewQuoteMessage = z.output<typeof NewQuoteMessage>;
export const QuoteRefusal = z.strictObject({ reason: text(0, MAX_QUOTE_TEXT, 'Reason').optional() });

const VersionNumber = whole(1, 1_000_000, 'version must be the number of a version');

/** Whom and what an order of a quote is for; what is bought, and for how much, the version says. */
export const QuoteAcceptance = z
  .strictObject(NewOrder.shape)
  .omit({
    tool: true,
    toolId: true,
    quantity: true,
    lines: true,
    customer: true,
    emptyBasket: true,
    creditReason: true,
  })
  .extend({
    version: VersionNumber,
    /** Of goods, freight and tax, as the buyer saw it. */
    price: ClaimedSum,
  })
  .superRefine(refuseTwoPlaces);
export type QuoteAcceptance = z.output<typeof QuoteAcceptance>;

/** The order, with where it will be served otherwise than the offer said. */
export const AcceptedOrder = Order.extend({
  changedPromises: z.array(z.object({ toolId: z.string(), tool: z.string(), was: Promises, now: Promises })),
});
export type AcceptedOrder = z.infer<typeof AcceptedOrder>;

export const QuotesQuery = Paging.extend({
  state: z.enum(QUOTE_STATES, tell('state must be one of {choices}', { choices: QUOTE_STATES.join(', ') })).optional(),
  /**
   * Any part of its number, its buyer's name, company or address, or a tool's name or SKU, a word of one or two characters as the
   * beginning of a word there; empty finds all.
   */
  q: searched.optional(),
  /** Asked by this user alone. */
  userId: text(1, 64, 'userId').optional(),
});
export type QuotesQuery = z.output<typeof QuotesQuery>;

/** Without `version`, the latest. */
export const QuotePaperQuery = PaperQuery.extend({ version: VersionNumber.optional() });

/** How many tools one can ask about beside those of a quote. */
const MAX_ALSO = 100;
const ALSO = `also must be up to ${MAX_ALSO} ids, separated by commas`;
/** `also`: tools that nobody has asked for yet. */
export const QuoteFactsQuery = z.strictObject({
  also: bounded(MAX_ALSO * 65, ALSO)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), ALSO)
    .transform((value) => [...new Set(value.split(',').filter((id) => id !== ''))])
    .refine((ids) => ids.length <= MAX_ALSO, ALSO)
    .optional(),
});

/** What those who answer a quote look at beside each of its tools. Money as numbers with their decimals. */
export const QuoteFacts = z.array(
  z.object({
    toolId: z.string(),
    tool: z.string(),
    sku: z.string().nullable(),
    /** Whether it can be offered: neither removed nor off sale. */
    forSale: z.boolean(),
    availableQuantity: z.number(),
    /** In stock and to come. */
    orderable: z.number(),
    minOrderQuantity: z.number(),
    quantityStep: z.number(),
    /** For how many pieces the prices here are. */
    priceUnit: z.number(),
    packs: z.array(CountedIn),
    /** What everybody pays at the quantity that was asked for last, and what the company does. */
    listPrice: z.number(),
    firmPrice: z.number(),
    /** What it costs the shop; null where its owner keeps none. */
    cost: z.number().nullable(),
    /** What this buyer, or their company, has bought of it: paid and owed orders. */
    bought: z.object({
      orders: z.number(),
      pieces: z.number(),
      lastPrice: z.number().nullable(),
      lastAt: z.string().nullable(),
    }),
  }),
);
export type QuoteFacts = z.infer<typeof QuoteFacts>;
