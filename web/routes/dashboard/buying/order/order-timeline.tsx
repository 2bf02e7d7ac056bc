import type { OrderEvent } from '#contract/buying/order-events.ts';
import type { Order } from '#contract/buying/orders.ts';
import { howItCame } from '#contract/money/payment-words.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import {
  fetchCreditNote,
  fetchCreditNoteXml,
  fetchParcelPaper,
  useCreditNoteFormats,
} from '#web/queries/money/papers.ts';
import { useMay } from '#web/queries/people/role.ts';
import { EInvoiceButton } from '#web/routes/dashboard/e-invoice-button.tsx';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { moment } from '#web/shell/moment.ts';
import { Part } from '#web/ui/part.tsx';
import { eventInWords } from './event-words.ts';

interface Props {
  order: Order;
  refunds: Refund[];
  /** What was done with it, and by whom. */
  done: OrderEvent[];
}

interface Event {
  at: string;
  what: string;
  /** Who of the staff did it. */
  actor?: string | undefined;
  /** Where a parcel can be followed. */
  link?: string | null;
  /** The pieces that were in a parcel, or were given back. */
  goods?: { toolId: string; tool: string; quantity: number }[];
  /** The delivery note of a parcel. */
  parcel?: { shipment: string; number: string };
  /** The credit notes of a refund. */
  notes?: { refund: string; number: string }[];
}

/** So many tools of an event are named at once; more are unfolded. */
const SHOWN_GOODS = 5;

/** What happened to an order, in the order in which it did. */
export function OrderTimeline({ order, refunds, done }: Props) {
  const tools = new Map(order.lines.map(({ toolId, tool }) => [toolId, tool]));
  const actorOf = (action: string) => done.find(({ _id }) => _id === action)?.actor;
  const events: Event[] = [
    { at: order.createdAt, what: 'Ordered' },
    ...done.flatMap((event) => {
      const what = eventInWords(event);
      return what === null ? [] : { at: event.createdAt, what };
    }),
    ...order.payments.map((payment) => ({
      at: payment.at,
      actor: done.find(({ kind, createdAt }) => kind === 'paid' && createdAt === payment.at)?.actor,
      what: `${money(payment.amount)} received ${howItCame(payment)}`,
    })),
    ...order.shipments.map(({ _id, number, shippedAt, carrier, trackingNumber, trackingUrl, lines }) => ({
      at: shippedAt,
      actor: actorOf(_id),
      goods: lines.map((line) => ({ ...line, tool: tools.get(line.toolId) ?? line.toolId })),
      what: `Shipped with ${carrier}${trackingNumber === null ? '' : `, ${trackingNumber}`}`,
      link: trackingUrl,
      ...(number === null ? {} : { parcel: { shipment: _id, number } }),
    })),
    ...(order.closed === undefined
      ? []
      : [{ at: order.closed.at, what: `What had not been shipped was closed: ${order.closed.reason}` }]),
    ...refunds
      .filter(({ state }) => state === 'sent')
      .map(({ _id, createdAt, amount, reason, lines, creditNotes, uninvoiced }) => ({
        at: createdAt,
        actor: actorOf(_id),
        notes: creditNotes.map((number) => ({ refund: _id, number })),
        goods: lines,
        what: `${money(amount)} ${uninvoiced === amount ? 'taken off before it was invoiced' : 'refunded'}: ${reason}`,
      })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <Part id="order-timeline" title="What happened" className="">
      <ol className="border-base-300 grid gap-3 border-l-2 pl-4">
        {events.map((event) => (
          <li key={`${event.at} ${event.what}`}>
            <p className="muted text-sm break-words">
              <time dateTime={event.at}>{moment(event.at)}</time>
              {event.actor && <span>{` · ${event.actor}`}</span>}
            </p>
            {event.link ? (
              <a href={event.link} className="link break-words" rel="noreferrer">
                {event.what}
              </a>
            ) : (
              <span className="break-words">{event.what}</span>
            )}
            {event.goods && <Goods goods={event.goods} />}
            {event.parcel && <ParcelPapers order={order._id} {...event.parcel} />}
            {event.notes?.map((note) => (
              <CreditNote key={note.number} order={order._id} {...note} />
            ))}
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** So many pieces of which tools, as a list that stays short until it is unfolded. */
function Goods({ goods }: { goods: NonNullable<Event['goods']> }) {
  const line = ({ toolId, tool, quantity }: (typeof goods)[number]) => (
    <li key={toolId} className="break-words">
      {pieces(quantity)} × {tool}
    </li>
  );
  const rest = goods.slice(SHOWN_GOODS);
  return (
    <>
      <ul className="muted list-disc pl-5 text-sm">{goods.slice(0, SHOWN_GOODS).map(line)}</ul>
      {rest.length > 0 && (
        <details className="text-sm">
          <summary className="link">and {counted(rest.length, 'more line')}</summary>
          <ul className="muted list-disc pl-5">{rest.map(line)}</ul>
        </details>
      )}
    </>
  );
}

function ParcelPapers({ order, shipment, number }: { order: string } & NonNullable<Event['parcel']>) {
  const isPacker = useMay()('orders.ship');
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <PaperButton className="btn btn-sm" fetch={() => fetchParcelPaper('delivery-note', order, shipment)}>
        {`Delivery note ${number}`}
      </PaperButton>
      {isPacker && (
        <PaperButton className="btn btn-sm" fetch={() => fetchParcelPaper('label', order, shipment)}>
          {`Label ${number}`}
        </PaperButton>
      )}
    </div>
  );
}

function CreditNote(note: { order: string } & NonNullable<Event['notes']>[number]) {
  const { order, refund, number } = note;
  const { data: known } = useCreditNoteFormats(order, refund, number);
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <PaperButton className="btn btn-sm" fetch={() => fetchCreditNote(note)}>
        {`Credit note ${number}`}
      </PaperButton>
      {known && (
        <EInvoiceButton
          className="btn btn-sm"
          of={`credit note ${number}`}
          formats={known.formats}
          fetch={(format) => fetchCreditNoteXml(note, format)}
        />
      )}
    </div>
  );
}
