import { isNull } from 'drizzle-orm';
import { WEBHOOK_DATA } from '#contract/office/webhook-messages.ts';
import type { WebhookEvent } from '#contract/office/webhooks.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { afterCommit } from '#server/engine/db/transaction.ts';
import type { Follower, News } from '#server/engine/news/follow-news.ts';
import { webhookDeliveries, webhookMessages, webhooks } from '#server/office/webhooks/webhooks.sql.ts';
import {
  companiesToTell,
  ordersToTell,
  papersToTell,
  quotesToTell,
  refundsToTell,
  toolsOfOrders,
  toolsToTell,
} from './webhook-data.ts';

/** A message to be: what happened, when, and what is said of it. */
interface Message {
  type: WebhookEvent;
  createdAt: Date;
  data: unknown;
}

/** Kinds of news with which the stock of an order's tools moved. */
const MOVES_STOCK = new Set<News['kind']>(['order.placed', 'order.expired', 'order.cancelled', 'order.rejected']);

/**
 * Writes the messages to other systems. A message says what its order, tool or firm is by now; of a tool that
 * changed several times among the news that is read together there is one message, with its latest version.
 * @param baseUrl where the links to papers begin
 * @param send is told after the commit that there is something to send
 */
export function webhookFollower(baseUrl: string, send: () => void): Follower {
  return {
    name: 'webhooks',
    kinds: [
      'order.placed',
      'order.paid',
      'order.expired',
      'order.cancelled',
      'order.rejected',
      'order.shipped',
      'order.refunded',
      'quote.asked',
      'quote.offered',
      'quote.accepted',
      'approval.asked',
      'approval.decided',
      'invoice.issued',
      'credit-note.issued',
      'payment.recorded',
      'invoice.overdue',
      'tool.changed',
      'company.changed',
      'company.activated',
    ],
    async handle(tx, rows) {
      const listening = await tx
        .select({ id: webhooks.id, events: webhooks.events, since: webhooks.createdAt })
        .from(webhooks)
        .where(isNull(webhooks.disabledAt));
      const wanted = new Set(listening.flatMap(({ events }) => events));
      if (wanted.size === 0) return;
      const messages = [
        ...(await aboutOrders(tx, rows, wanted)),
        ...(await aboutQuotes(tx, rows, wanted)),
        ...(await aboutPapers(tx, rows, wanted, baseUrl)),
        ...aboutMoney(rows, wanted),
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
    if (!order || !isEvent(kind)) return [];
    const { told, approval, shipments } = order;
    const message = (data: unknown) => [{ type: kind, createdAt: at, data: WEBHOOK_DATA[kind].parse(data) }];
    if (kind === 'order.shipped') {
      const shipment = shipments.find(({ _id }) => _id === facts['shipment']);
      return shipment ? message({ order: told, shipment }) : [];
    }
    if (kind === 'order.refunded') {
      // Where what was said to be given back came to nothing, no refund is the news.
      const refund = refunds.get(String(facts['refund']));
      return refund ? message({ order: told, refund }) : [];
    }
    // Of what was withdrawn meanwhile nothing is asked any more.
    if (kind === 'approval.asked' || kind === 'approval.decided')
      return approval ? message({ order: told, approval }) : [];
    return message(told);
  });
}

async function aboutQuotes(tx: Tx, rows: News[], wanted: ReadonlySet<WebhookEvent>): Promise<Message[]> {
  const about = rows.filter(({ kind }) => isEvent(kind) && kind.startsWith('quote.') && wanted.has(kind));
  const found = await quotesToTell(tx, [...new Set(about.map(({ subject }) => subject))]);
  return about.flatMap(({ kind, subject, at }): Message[] => {
    const quote = found.get(subject);
    return quote && isEvent(kind) ? [{ type: kind, createdAt: at, data: quote }] : [];
  });
}

async function aboutPapers(
  tx: Tx,
  rows: News[],
  wanted: ReadonlySet<WebhookEvent>,
  baseUrl: string,
): Promise<Message[]> {
  const about = rows.filter(({ kind }) => isEvent(kind) && kind.endsWith('.issued') && wanted.has(kind));
  const found = await papersToTell(tx, [...new Set(about.map(({ subject }) => subject))], baseUrl);
  return about.flatMap(({ kind, subject, at }): Message[] => {
    const paper = found.get(subject);
    return paper && isEvent(kind) ? [{ type: kind, createdAt: at, data: paper }] : [];
  });
}

/** What was entered or sent is told as it was then: the facts are the message. */
function aboutMoney(rows: News[], wanted: ReadonlySet<WebhookEvent>): Message[] {
  return rows.flatMap(({ kind, facts, at }): Message[] => {
    if ((kind !== 'payment.recorded' && kind !== 'invoice.overdue') || !wanted.has(kind)) return [];
    return [{ type: kind, createdAt: at, data: WEBHOOK_DATA[kind].parse(facts) }];
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
    [...ids].flatMap(([id, createdAt]): Message[] => {
      const data = found.get(id);
      return data ? [{ type, createdAt, data }] : [];
    });
  // Of what came back or went off sale meanwhile nobody needs to be told that it is low.
  return [...messages('tool.changed', changed), ...messages('stock.low', low).filter(({ data }) => isLow(data))];
}

/** Of a firm that changed several times meanwhile only what it is now is told. */
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
  return happened.flatMap(({ type, id, createdAt }): Message[] => {
    const data = found.get(id);
    return data ? [{ type, createdAt, data }] : [];
  });
}

function isLow(data: unknown): boolean {
  const { availableQuantity, minOrderQuantity, onSale, removed } = WEBHOOK_DATA['stock.low'].parse(data);
  return !removed && onSale && availableQuantity < minOrderQuantity;
}

function isEvent(kind: string): kind is WebhookEvent {
  return kind in WEBHOOK_DATA;
}
