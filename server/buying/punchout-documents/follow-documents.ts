import { eq, inArray } from 'drizzle-orm';
import type { PunchoutDocument } from '#contract/buying/punchout.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { afterCommit } from '#server/engine/db/transaction.ts';
import type { Follower, News } from '#server/engine/news/follow-news.ts';
import type { NewsKind } from '#server/engine/news/news.ts';
import { companyNow } from '#server/office/settings/settings.ts';
import { webhookDeliveries, webhookMessages, webhooks } from '#server/office/webhooks/webhooks.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { readOrderParts } from '#server/buying/orders/order-parts.ts';
import { presentOrder } from '#server/buying/orders/present-order.ts';
import type { XmlNode } from '#server/buying/punchout/cxml-write.ts';
import { punchoutConnections, punchoutOrders } from '#server/buying/punchout/punchout.sql.ts';
import { buyersUnit } from '#server/buying/punchout/units.ts';
import { confirmation, type Confirmed } from './confirmation.ts';
import type { KeptDocument } from './document-form.ts';
import type { DocumentedOrder } from './document-words.ts';
import { invoiceDetail } from './invoice-detail.ts';
import { shipNotice } from './ship-notice.ts';

const PAPERS = ['invoice.issued', 'credit-note.issued'] as const satisfies NewsKind[];
const ENDS = ['order.rejected', 'order.cancelled', 'order.expired'] as const satisfies NewsKind[];
const KINDS = ['order.placed', 'approval.decided', 'order.changed', 'order.shipped', ...ENDS, ...PAPERS] as const;

/** An order of a connection that asks for documents. */
interface ConnectedOrder extends DocumentedOrder {
  endpoint: string;
  kinds: string[];
  from: KeptDocument['from'];
  to: KeptDocument['to'];
}

interface NewDocument {
  what: PunchoutDocument;
  /** What there is one of: a document of this name is written once. */
  name: string;
  type: KeptDocument['type'];
  request: XmlNode;
  says: string;
}

/**
 * Writes what buyers' systems are sent about the orders that came from them: a confirmation when an order is accepted, refused or
 * closed with a rest, a notice of each shipment, each invoice and credit note. Sent as webhooks are.
 * @param host of the shop, which the numbers of messages end with
 * @param send is told after the commit that there is something to send
 */
export function documentFollower(host: string, send: () => void): Follower {
  return {
    name: 'punchout-documents',
    kinds: [...KINDS],
    async handle(tx, rows) {
      const papers = await papersOf(tx, rows);
      const ids = rows.map(({ kind, subject }) => (isPaper(kind) ? (papers.get(subject)?.orderId ?? '') : subject));
      const asked = await askedOrders(tx, [...new Set(ids)]);
      if (asked.size === 0) return;
      const { company } = await companyNow(tx);
      for (const [index, row] of rows.entries()) {
        const about = asked.get(ids[index] ?? '');
        if (!about) continue;
        const document = await documentOf(tx, about, row, papers, host);
        if (!document || !about.kinds.includes(document.what)) continue;
        await keep(tx, about, { ...document, at: row.at, shopName: company.name, host });
      }
      afterCommit(tx, send);
    },
  };
}

const isPaper = (kind: NewsKind): boolean => (PAPERS as readonly NewsKind[]).includes(kind);
const payloadOf = (name: string, host: string) => `${name}@${host}`;

async function papersOf(tx: Tx, rows: readonly News[]) {
  const numbers = rows.flatMap(({ kind, subject }) => (isPaper(kind) ? [subject] : []));
  if (numbers.length === 0) return new Map<string, typeof invoices.$inferSelect>();
  const found = await tx.select().from(invoices).where(inArray(invoices.number, numbers));
  return new Map(found.map((paper) => [paper.number, paper]));
}

async function askedOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, ConnectedOrder>> {
  const rows = await tx
    .select({ said: punchoutOrders, order: orders, connection: punchoutConnections, endpoint: webhooks })
    .from(punchoutOrders)
    .innerJoin(orders, eq(orders.id, punchoutOrders.orderId))
    .innerJoin(punchoutConnections, eq(punchoutConnections.id, punchoutOrders.connectionId))
    // What is written while documents are not sent waits until they are again.
    .innerJoin(webhooks, eq(webhooks.connectionId, punchoutConnections.id))
    .where(inArray(punchoutOrders.orderId, [...ids]));
  const presented = new Map<string, Order>();
  if (rows.length > 0)
    for (const parts of await readOrderParts(
      tx,
      rows.map(({ order }) => order),
      'all',
    ))
      presented.set(parts.order.id, presentOrder(parts));
  return new Map(
    rows.flatMap(
      ({ said: { buyerOrder, payload, said }, order: { id }, connection, endpoint }): [string, ConnectedOrder][] => {
        const order = presented.get(id);
        if (!order) return [];
        // What is sent goes the other way than the order came.
        const to = said?.from ?? [];
        return [
          [
            id,
            {
              order,
              buyerOrder,
              payload,
              lines: said?.lines ?? {},
              piece: buyersUnit(connection.units, null),
              endpoint: endpoint.id,
              kinds: endpoint.events,
              from: said?.to ?? [],
              to: to.length > 0 ? to : [{ domain: 'NetworkId', identity: connection.username }],
            },
          ],
        ];
      },
    ),
  );
}

async function documentOf(
  tx: Tx,
  about: ConnectedOrder,
  { kind, subject, facts, at }: News,
  papers: Awaited<ReturnType<typeof papersOf>>,
  host: string,
): Promise<NewDocument | null> {
  const { order, buyerOrder } = about;
  if (isPaper(kind)) {
    const model = papers.get(subject)?.document?.model;
    if (!model) return null;
    const word = model.kind === 'invoice' ? 'Invoice' : 'Credit note';
    return {
      what: 'invoice',
      name: `invoice.${model.number}`,
      type: 'InvoiceDetail',
      request: invoiceDetail(about, model),
      says: `${word} ${model.number}`,
    };
  }
  if (kind === 'order.shipped') {
    const shipment = order.shipments.find(({ _id }) => _id === facts['shipment']);
    if (!shipment) return null;
    return {
      what: 'shipment',
      name: `shipment.${shipment._id}`,
      type: 'Fulfill',
      request: shipNotice(about, shipment, at),
      says: `Ship notice ${shipment.number ?? ''}`.trim(),
    };
  }
  const confirmed = confirmedBy(kind, order);
  if (confirmed === null) return null;
  const accepted = `accept.${order._id}`;
  const isUpdate = confirmed !== 'accept' && (await isKept(tx, accepted));
  return {
    what: 'confirmation',
    name: `${confirmed}.${order._id}`,
    type: 'Fulfill',
    request: confirmation(about, { confirmed, at, earlier: isUpdate ? payloadOf(accepted, host) : null }),
    says: `Confirmation of ${buyerOrder}`,
  };
}

/** What a buyer's system is told with some news of an order; null: nothing, since it waits or says no more than before. */
function confirmedBy(kind: NewsKind, { state, closed, lines }: Order): Confirmed | null {
  if ((ENDS as readonly NewsKind[]).includes(kind)) return 'reject';
  if (kind === 'order.changed')
    return closed === undefined ? null : lines.some(({ shipped }) => shipped > 0) ? 'except' : 'reject';
  return state === 'open' || state === 'paid' ? 'accept' : null;
}

const idOf = (name: string) => `msg_${name}`;

async function isKept(tx: Tx, name: string): Promise<boolean> {
  return (await tx.$count(webhookMessages, eq(webhookMessages.id, idOf(name)))) > 0;
}

interface ToKeep extends NewDocument {
  at: Date;
  shopName: string;
  host: string;
}

async function keep(tx: Tx, { endpoint, from, to }: ConnectedOrder, document: ToKeep): Promise<void> {
  const { what, name, type, request, says, at, shopName, host } = document;
  const data: KeptDocument = { type, payloadID: payloadOf(name, host), from, to, request, shopName, says };
  const [isNew] = await tx
    .insert(webhookMessages)
    .values({ id: idOf(name), type: what, data, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: webhookMessages.id });
  if (isNew)
    await tx.insert(webhookDeliveries).values({ id: `dlv_${newId()}`, messageId: isNew.id, webhookId: endpoint });
}
