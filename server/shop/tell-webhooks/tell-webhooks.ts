import { and, isNull } from 'drizzle-orm';
import { WEBHOOK_DATA, type WebhookTool } from '#contract/office/webhook-messages.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/office/webhooks.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { afterCommit } from '#server/engine/db/transaction.ts';
import type { Follower, News } from '#server/engine/news/follow-news.ts';
import { toldOfEvents } from '#server/office/webhooks/webhooks.ts';
import { webhookDeliveries, webhookMessages, webhooks } from '#server/office/webhooks/webhooks.sql.ts';
import {
  companiesToTell,
  ordersToTell,
  papersToTell,
  quotesToTell,
  refundsToTell,
  returnsToTell,
  toolsOfOrders,
  toolsToTell,
} from './webhook-data.ts';

/** A message to be: what happened, when, and what is said of it, which the contract's own schema makes. */
function messageOf(type: WebhookEvent, createdAt: Date, data: unknown) {
  return { type, createdAt, data: WEBHOOK_DATA[type].parse(data) };
}
type Message = ReturnType<typeof messageOf>;

/** Kinds of news with which the stock of an order's tools moved. */
const MOVES_STOCK = new Set<News['kind']>(['order.placed', 'order.expired', 'order.cancelled', 'order.rejected']);

/**
 * Writes the messages to other systems. A message says what its order, tool or company is by now; of a tool that
 * changed several times among the news that is read together there is one message, with its latest version.
 * @param baseUrl where the links to papers begin
 * @param send is told after the commit that there is something to send
 */
export function webhookFollower(baseUrl: string, send: () => void): Follower {
  return {
    name: 'webhooks',
    // What stock is low, other news say with theirs.
    kinds: [...WEBHOOK_EVENTS.filter((event) => event !== 'stock.low'), 'order.rejected'],
    async handle(tx, rows) {
      const listening = await tx
        .select({ id: webhooks.id, events: webhooks.events, since: webhooks.createdAt })
        .from(webhooks)
        .where(and(isNull(webhooks.disabledAt), toldOfEvents));
      const wanted = new Set(listening.flatMap(({ events }) => events as WebhookEvent[]));
      if (wanted.size === 0) return;
      const messages = [
        ...(await aboutOrders(tx, rows, wanted)),
        ...(await aboutEach(QUOTES, rows, wanted, (ids) => quotesToTell(tx, ids))),
        ...(await aboutEach(RETURNS, rows, wanted, (ids) => returnsToTell(tx, ids))),
        ...(await aboutEach(PAPERS, rows, wanted, (numbers) => papersToTell(tx, numbers, baseUrl))),
        ...asTheyWere(rows, wanted),
        ...(await aboutTools(tx, rows, wanted)),
        ...(await aboutCompanies(tx, rows, wanted)),
      ];
      const written = messages.map((message) => ({ id: `msg_${newId()}`, ...message }));
      const deliveries = written.flatMap(({ id: messageId, type, createdAt }) =>
        listening
          .filter(({ events, since }) => events.includes(type) && since <= createdAt)
          .map(({ id: webhookId }) => ({ id: `dlv_${newId()}`, messageId, webhookId })),
      );
      if (deliveries.length === 0) return;
      const told = new Set(deliveries.map(({ messageId }) => messageId));
      await tx.insert(webhookMessages).values(written.filter(({ id }) => told.has(id)));
      await tx.insert(webhookDeliveries).values(deliveries);
      afterCommit(tx, send);
    },
  };
}

async function aboutOrders(tx: Tx, rows: News[], wanted: ReadonlySet<WebhookEvent>): Promise<Message[]> {
  const about = rows.filter(({ kind }) => /^(?:order|approval)\./.test(kind) && isEvent(kind) && wanted.has(kind));
  const found = await ordersToTell(tx, [...new Set(about.map(({ subject }) => subject))]);
  const refunds = await refundsToTell(
    tx,
    about.flatMap(({ facts }) => (typeof facts['refund'] === 'string' ? [facts['refund']] : [])),
  );
  return about.flatMap(({ kind, subject, facts, at }): Message[] => {
    const order = found.get(subject);
    if (!order) return [];
    switch (kind) {
      case 'order.shipped': {
        const shipment = order.shipments.find(({ _id }) => _id === facts['shipment']);
        return shipment ? [messageOf(kind, at, { order, shipment })] : [];
      }
      case 'order.refunded': {
        // Where what was said to be given back came to nothing, no refund is the news.
        const refund = refunds.get(String(facts['refund']));
        return refund ? [messageOf(kind, at, { order, refund })] : [];
      }
      case 'approval.asked':
      case 'approval.decided':
        // Of what was withdrawn meanwhile nothing is asked any more.
        return order.approval ? [messageOf(kind, at, { order, approval: order.approval })] : [];
      case 'order.placed':
      case 'order.paid':
      case 'order.expired':
      case 'order.cancelled':
        return [messageOf(kind, at, order)];
      default:
        return [];
    }
  });
}

const QUOTES = ['quote.asked', 'quote.offered', 'quote.accepted'] as const;
const RETURNS = ['return.asked', 'return.arrived', 'return.settled'] as const;
const PAPERS = ['invoice.issued', 'credit-note.issued'] as const;

/** A message for each of the news of some events whose subject is still there. */
async function aboutEach(
  events: readonly WebhookEvent[],
  rows: News[],
  wanted: ReadonlySet<WebhookEvent>,
  find: (ids: string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<Message[]> {
  const about = rows.flatMap(({ kind, ...row }) =>
    events.filter((event) => event === kind && wanted.has(event)).map((event) => ({ event, ...row })),
  );
  const found = await find([...new Set(about.map(({ subject }) => subject))]);
  return about.flatMap(({ event, subject, at }) => {
    const data = found.get(subject);
    return data === undefined ? [] : [messageOf(event, at, data)];
  });
}

const TOLD_AS_IT_WAS = ['payment.recorded', 'invoice.overdue', 'stock.incoming'] as const;

/** What was entered, sent or received is told as it was then: the facts are the message. */
function asTheyWere(rows: News[], wanted: ReadonlySet<WebhookEvent>): Message[] {
  return rows.flatMap(({ kind, facts, at }): Message[] => {
    const event = TOLD_AS_IT_WAS.find((each) => each === kind);
    return event && wanted.has(event) ? [messageOf(event, at, facts)] : [];
  });
}

async function aboutTools(tx: Tx, rows: News[], wanted: ReadonlySet<WebhookEvent>): Promise<Message[]> {
  const moving = wanted.has('tool.changed') ? rows.filter(({ kind }) => MOVES_STOCK.has(kind)) : [];
  const sold = await toolsOfOrders(
    tx,
    moving.map(({ subject }) => subject),
  );
  const changed = new Map<string, Date>();
  const low = new Map<string, Date>();
  for (const { kind, subject, facts, at } of rows) {
    const ids = kind === 'tool.changed' ? [subject] : (sold.get(subject) ?? []);
    if (wanted.has('tool.changed')) for (const id of ids) changed.set(id, at);
    const fell = Array.isArray(facts['low']) ? facts['low'].map(String) : [];
    if (wanted.has('stock.low')) for (const id of fell) low.set(id, at);
  }
  const found = await toolsToTell(tx, [...new Set([...changed.keys(), ...low.keys()])]);
  const messages = (type: 'tool.changed' | 'stock.low', ids: Map<string, Date>) =>
    [...ids].flatMap(([id, at]) => {
      const tool = found.get(id);
      // Of what came back or went off sale meanwhile nobody needs to be told that it is low.
      return tool && (type === 'tool.changed' || isLow(tool)) ? [messageOf(type, at, tool)] : [];
    });
  return [...messages('tool.changed', changed), ...messages('stock.low', low)];
}

/** Of a company that changed several times meanwhile only what it is now is told. */
async function aboutCompanies(tx: Tx, rows: News[], wanted: ReadonlySet<WebhookEvent>): Promise<Message[]> {
  const told = (['company.changed', 'company.activated'] as const).filter((event) => wanted.has(event));
  const happened = told.flatMap((type) => {
    const at = new Map(rows.filter(({ kind }) => kind === type).map((row) => [row.subject, row.at]));
    return [...at].map(([id, createdAt]) => ({ type, id, createdAt }));
  });
  const found = await companiesToTell(
    tx,
    happened.map(({ id }) => id),
  );
  return happened.flatMap(({ type, id, createdAt }) => {
    const company = found.get(id);
    return company ? [messageOf(type, createdAt, company)] : [];
  });
}

function isLow({ availableQuantity, minOrderQuantity, onSale, removed }: WebhookTool): boolean {
  return !removed && onSale && availableQuantity < minOrderQuantity;
}

function isEvent(kind: string): kind is WebhookEvent {
  return kind in WEBHOOK_DATA;
}
