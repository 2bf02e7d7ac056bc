import type { OrderEvent } from '#contract/order-events.ts';
import type { Order, Refund } from '#contract/orders.ts';
import { counted, dollars, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { CreditNoteButton } from './credit-note-button.tsx';
import { eventInWords } from './event-words.ts';

interface Props {
  order: Order;
  refunds: Refund[];
  /** What was done with it beside paying and shipping. */
  done: OrderEvent[];
}

interface Event {
  at: string;
  what: string;
  /** Where a parcel can be followed. */
  link?: string | null;
  /** The credit note of a refund. */
  note?: { refund: string; number: string };
}

/** What happened to an order, in the order in which it did. */
export function OrderTimeline({ order, refunds, done }: Props) {
  const events: Event[] = [
    { at: order.createdAt, what: 'Ordered' },
    ...done.map((event) => ({ at: event.createdAt, what: eventInWords(event) })),
    ...(order.paidAt === undefined
      ? []
      : [
          {
            at: order.paidAt,
            what: `${dollars(order.price)} received ${order.transfer ? `by bank transfer, ${order.transfer.reference}` : 'by card'}`,
          },
        ]),
    ...order.shipments.map(({ shippedAt, carrier, trackingNumber, trackingUrl }) => ({
      at: shippedAt,
      what: `Shipped with ${carrier}${trackingNumber === null ? '' : `, ${trackingNumber}`}`,
      link: trackingUrl,
    })),
    ...refunds
      .filter(({ state }) => state === 'sent')
      .map(({ _id, createdAt, amount, reason, lines, creditNote }) => ({
        at: createdAt,
        ...(creditNote === undefined ? {} : { note: { refund: _id, number: creditNote } }),
        what: `${dollars(amount)} given back: ${reason}${lines.length === 0 ? '' : ` (${piecesOf(lines)})`}`,
      })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <section aria-labelledby="order-timeline">
      <h3 id="order-timeline" className="mb-2 text-lg font-semibold">
        What happened
      </h3>
      <ol className="border-base-300 grid gap-3 border-l-2 pl-4">
        {events.map((event) => (
          <li key={`${event.at} ${event.what}`}>
            <time dateTime={event.at} className="muted block text-sm">
              {moment(event.at)}
            </time>
            {event.link ? (
              <a href={event.link} className="link break-words" rel="noreferrer">
                {event.what}
              </a>
            ) : (
              <span className="break-words">{event.what}</span>
            )}
            {event.note && (
              <div>
                <CreditNoteButton order={order._id} {...event.note} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a refund was for, in a few words. */
function piecesOf(lines: Refund['lines']): string {
  const [first] = lines;
  if (lines.length === 1 && first) return `${pieces(first.quantity)} × ${first.tool}`;
  return `${counted(
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
    'piece',
  )} of ${counted(lines.length, 'line')}`;
}
