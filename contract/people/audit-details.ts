import { z } from 'zod';

/** What fields were before a change and after it; a side that is missing had none. */
const changed = z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }));
const name = z.string();
const email = z.string();
/** An order's, or a company's as it is said: `C-00012`. */
const number = z.string();
/** The entry that was put back by this one. */
const putBack = z.string().optional();
const edited = { name, changed, putBack };
const company = { name, number };
/** Pieces of a tool that come on a day. */
const goods = { name, quantity: z.number(), day: z.string() };
const imported = { name, created: z.number(), changed: z.number(), kept: z.number().optional() };
const transfer = { number, amount: z.number(), date: z.string(), reference: z.string() };
const decided = { number, email, price: z.number(), note: z.string().optional() };
const url = z.string();
const reason = z.string();
/** By whom it was, and how it began. */
const review = { name, rating: z.number(), review: z.string(), reason: reason.optional() };

/**
 * What is written down of each action that the audit log knows. Money in the units of the shop's currency, days as
 * YYYY-MM-DD. A company, a list or a tool is told by the name that it had then.
 */
export const AUDIT_DETAILS = {
  'tool.added': { name, price: z.number() },
  'tool.bin-changed': { name, bin: z.string().nullable() },
  'tool.cost-changed': { name, cost: z.number().nullable() },
  'tool.document-added': { name, document: z.string(), kind: z.string() },
  'tool.document-removed': { name, document: z.string() },
  'tool.edited': edited,
  'tool.price-changed': edited,
  'tool.restocked': edited,
  'tool.removed': { name },
  'goods.announced': goods,
  'goods.changed': { ...goods, changed },
  'goods.cancelled': goods,
  'goods.received': goods,
  'tool.stock-changed': { name, change: z.number(), reason, left: z.number() },
  'category.changed': { name, changed },
  'attributes.changed': { keys: z.array(z.string()) },
  'demo.ended': { people: z.number(), orders: z.number(), reviews: z.number(), tools: z.number() },
  'settings.changed': { changed, putBack },
  'page.saved': { name },
  'page.removed': { name },
  'review.hidden': review,
  'review.shown': review,
  'review.removed': review,
  'company.opened': { ...company, status: z.string() },
  'company.changed': { ...company, changed },
  'company.standing-changed': { ...company, changed },
  'company.member-changed': { ...company, userId: z.string(), from: z.string(), to: z.string() },
  'company.member-removed': { ...company, userId: z.string() },
  'company.payment-recorded': { ...company, amount: z.number(), date: z.string(), reference: z.string() },
  'company.payment-reversed': { ...company, amount: z.number(), reference: z.string(), reason },
  'company.paid-out': { ...company, amount: z.number(), date: z.string(), reference: z.string() },
  'company.credit-used': { ...company, amount: z.number() },
  'company.written-off': { ...company, invoice: z.string(), amount: z.number(), reason },
  'bank-import.committed': { file: z.string(), payments: z.number() },
  'bank-import.line': { row: z.string(), ours: z.boolean(), note: z.string() },
  'invoice.held': { number: z.string(), held: z.boolean() },
  'company.reminders-held': { ...company, held: z.boolean() },
  'company.noted': company,
  'price-list.added': { name, percentOff: z.number() },
  'price-list.changed': { name, changed },
  'price-list.removed': { name },
  'price-list.item-changed': {
    name,
    toolId: z.string(),
    tool: z.string().optional(),
    price: z.number().nullable(),
    priceBreaks: z.array(z.object({ from: z.number(), price: z.number() })).optional(),
  },
  'user.added': { email, companyId: z.string().optional(), role: z.string().optional() },
  'user.made-admin': { email },
  'user.role-changed': { email, from: z.string(), to: z.string(), invitedBy: z.string().optional() },
  'user.invited': { email, role: z.string() },
  'user.invitation-withdrawn': { email },
  'user.removed': { email },
  'user.left': { email, role: z.string() },
  'user.noted': { email },
  'user.disabled': { email },
  'user.enabled': { email },
  'order.placed': {
    number,
    email,
    price: z.number(),
    /** Prices that staff gave by hand. */
    prices: z
      .array(z.object({ toolId: z.string(), unitPrice: z.number().optional(), reason: reason.optional() }))
      .optional(),
    /** Why its company may owe it although its limit speaks against it. */
    creditReason: z.string().optional(),
  },
  'order.approved': decided,
  'order.rejected': decided,
  'order.refunded': {
    number,
    amount: z.number(),
    reason,
    pieces: z.number().optional(),
    backToStock: z.number().optional(),
  },
  'order.refund-refused': { number, reason },
  'order.payment-recorded': transfer,
  'order.payment-undone': { ...transfer, reason },
  'order.overpaid-given-back': transfer,
  'order.cancelled': { number, email },
  'order.closed': { number, pieces: z.number(), reason },
  'order.changed': { number, changed },
  'order.shipped': {
    number,
    shipment: z.string(),
    deliveryNote: z.string().optional(),
    pieces: z.number(),
    carrier: z.string(),
    trackingNumber: z.string().optional(),
  },
  'quote.asked': { number, email },
  'quote.offered': { number, version: z.number(), price: z.number(), validUntil: z.string() },
  'quote.withdrawn': { number },
  'return.asked': { number, order: z.string(), pieces: z.number() },
  'return.agreed': { number, sendBack: z.boolean(), fee: z.number() },
  'return.refused': { number, reason },
  'return.arrived': { number, pieces: z.number(), backToStock: z.number(), scrapped: z.number() },
  'return.settled': {
    number,
    pieces: z.number(),
    amount: z.number().optional(),
    /** The number of the order that replaces pieces. */
    replacement: z.string().optional(),
  },
  'return.closed': { number, pieces: z.number(), reason },
  'import.committed': imported,
  'import.undone': imported,
  'api-key.made': { name, scopes: z.array(z.string()) },
  'api-key.revoked': { name },
  'webhook.made': { url, events: z.array(z.string()) },
  'webhook.changed': { url, events: z.array(z.string()), enabled: z.boolean() },
  'webhook.removed': { url },
  'webhook.secret-renewed': { url },
  'punchout.made': { name, company: z.string(), kind: z.string() },
  'punchout.changed': { name, company: z.string(), changed: z.array(z.string()) },
  'punchout.removed': { name },
  'punchout.secret-renewed': { name },
} as const satisfies Record<string, z.ZodRawShape>;

export type AuditAction = keyof typeof AUDIT_DETAILS;

/** What is to be written down of an action. */
export type AuditDetails<A extends AuditAction> = z.infer<z.ZodObject<(typeof AUDIT_DETAILS)[A]>>;
