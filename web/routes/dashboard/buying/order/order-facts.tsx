import { filledLines, partyLines } from '#contract/people/address-lines.ts';
import { countryName, inCountry } from '#contract/in-country.ts';
import { cardPaymentId } from '#contract/money/payment-words.ts';
import { writtenDay } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import { proofWords } from '#web/companies/company-words.ts';
import { promiseInWords } from '#web/basket/promise.ts';
import { isToPay } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { money } from '#web/shell/format.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { Part } from '#web/ui/part.tsx';

/** Where it goes, who buys, and how it was paid. */
export function OrderFacts({ order }: { order: Order }) {
  const facts: [string, string][] = [
    [
      order.fulfilment === 'all' ? 'Delivered to' : 'Deliver to',
      filledLines(order.name, order.company, inCountry(order.address, order.country)),
    ],
    ['Delivery', filledLines(order.deliveryName, promised(order))],
    ['Not before', order.wantedDay === null ? '' : writtenDay(order.wantedDay)],
    ['Sent in parts', order.parts ? 'What is in stock first' : ''],
    ['Invoice to', invoiceTo(order)],
    ['Contact', filledLines(order.email, order.phone)],
    ['Your order number', order.purchaseOrder],
    ['Cost centre', order.costCentre ?? ''],
    ['Ordered by', order.companyId === null ? '' : order.orderedBy.name],
    ['Your reference', order.buyerReference],
    ['VAT number', order.vatId === '' ? '' : filledLines(order.vatId, proofWords(order.vatProof))],
    ['Note', order.note],
    ['Transaction Id', cardPaymentId(order)],
    ['Invoice', order.invoices.map(({ number }) => number).join('\n')],
    ['Received so far', order.received === undefined ? '' : money(order.received)],
    ['Overpaid', order.overpaid === undefined ? '' : `${money(order.overpaid)}, to be returned`],
    ['Cash discount', order.cashDiscount === undefined ? '' : money(order.cashDiscount)],
    ['Written off', order.writtenOff === undefined ? '' : money(order.writtenOff)],
    ['On account', onAccount(order)],
  ];
  return (
    <Part id="order-facts" title="Delivery and payment" className="">
      <FactList facts={facts} className="gap-3" />
    </Part>
  );
}

function onAccount(order: Order): string {
  const due = isToPay(order) && order.dueAt !== null ? `Due ${writtenDay(order.dueAt)}` : '';
  return filledLines(order.toInvoice === undefined ? '' : 'An invoice with each shipment', due);
}

function promised(order: Order): string {
  const words = promiseInWords(order);
  if (words === null) return '';
  return order.paid || order.onAccount ? `${words[0]?.toUpperCase()}${words.slice(1)}` : `If paid now, it ${words}`;
}

function invoiceTo({ invoiceAddress }: Order): string {
  if (!invoiceAddress) return '';
  const { country } = invoiceAddress;
  return filledLines(...partyLines(invoiceAddress), countryName(country));
}
