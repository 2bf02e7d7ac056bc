import { eq } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { lineRows } from '#server/people/mail/named-lines.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { readRefund } from './read-refunds.ts';
import { type LetterSources, type OrderLetterParts, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { ownWords } from '#server/people/mail/own-words.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** Tells the buyer that money went back, why, for what, and where its credit note is; with the refund itself, so that there is one letter for one refund. */
export async function queueRefundLetter(
  tx: Tx,
  sources: LetterSources,
  orderId: string,
  refundId: string,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return;
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, refundId));
  const refund = await readRefund(tx, refundId);
  const isCredited = row?.method === 'credit';
  const isOwed = isCredited && order.state === 'open';
  const { lines } = refund;
  const note = refund.creditNote;
  await queueOrderLetter(tx, sources, order, (say, shop) => {
    const amount = say.money(refund.amount);
    const { number } = order;
    const said = {
      name: plainName(order.name),
      company: plainName(order.company),
      amount,
      number: String(number),
      why: say('Reason: {reason}', { reason: refund.reason }),
    };
    return {
      ...(isOwed ? lessToPay(said, say) : isCredited ? credited(said, say) : refunded(said, say)),
      ...(lines.length === 0
        ? {}
        : {
            order: {
              lines: lineRows(
                lines,
                say,
                lines.length,
                (name, { price }) => [name, say.money(price)],
                (left) => say('and {left, number} more, all of them on the credit note', { left }),
              ),
              sums: [[isOwed ? say('Taken off') : say('Refunded'), amount]],
            },
          }),
      afterwards:
        note === undefined
          ? []
          : [say("Credit note: {number}. It is on your order's page, as a PDF.", { number: note })],
      own: ownWords(shop, 'refund', {
        name: order.name,
        company: order.company,
        orderNumber: String(number),
        purchaseOrder: order.purchaseOrder,
        total: say.money(centsToMoney(order.totalCents)),
        amount,
        creditNote: note ?? '',
      }),
      ...(note === undefined ? { action: null } : {}),
    };
  });
}

interface RefundFacts {
  name: string;
  company: string;
  amount: string;
  number: string;
  why: string;
}

type Begin = Pick<OrderLetterParts, 'subject' | 'heading' | 'paragraphs'>;

function lessToPay({ name, amount, number, why }: RefundFacts, say: Words): Begin {
  return {
    subject: say('{amount} less to pay for your order {number}', { amount, number }),
    heading: say('{amount} less to pay', { amount }),
    paragraphs: [
      say('Dear {name}, we took {amount} off what you have to pay for your order {number}.', { name, amount, number }),
      why,
    ],
  };
}

function credited({ name, company, amount, number, why }: RefundFacts, say: Words): Begin {
  return {
    subject: say('{amount} of your order {number} credited', { amount, number }),
    heading: say('We credited you {amount}', { amount }),
    paragraphs: [
      say('Dear {name}, we credited {amount} of your order {number} to the account of {company}.', {
        name,
        amount,
        number,
        company,
      }),
      why,
    ],
  };
}

function refunded({ name, amount, number, why }: RefundFacts, say: Words): Begin {
  return {
    subject: say('{amount} of your order {number} refunded', { amount, number }),
    heading: say('We are refunding you {amount}', { amount }),
    paragraphs: [
      say(
        'Dear {name}, we are refunding {amount} of your order {number} to where it came from. It can take some days until your bank shows it.',
        { name, amount, number },
      ),
      why,
    ],
  };
}
