import type { Tx } from '#server/engine/db/client.ts';
import type { NewCompanyIntent } from '#contract/money/account.ts';
import type { NewBankPayment, NewPaymentIntent, OrderPayment } from '#contract/money/payments.ts';
import type { NewRefund } from '#contract/money/refunds.ts';
import type { z } from 'zod';
import { isUnavailable } from '#server/engine/db/faults.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { observedJob } from '#server/engine/observe/observer.ts';
import { confirmOrder } from './confirm-order.ts';
import { createIntent } from './create-intent.ts';
import { beginCompanyPayment, confirmCompanyPayment } from './company-cards.ts';
import { confirmOrders } from './order-letters.ts';
import { closeOrder } from './close-order.ts';
import { decideRefund } from './order-refunds.ts';
import { readRefund } from './read-refunds.ts';
import type { PaymentParts } from './payment-parts.ts';
import { createProvider, isProviderDown } from './provider.ts';
import { receiveEvent } from './receive-event.ts';
import { recordTransferRefund, settleByCredit } from './record-refund.ts';
import { recordTransfer } from './record-transfer.ts';
import { grantRequest } from './refund-requests.ts';
import { sendRefundNow, sendRefunds } from './send-refunds.ts';
import { type Undone, undoTransfer } from './undo-transfer.ts';
import { cancelIntents, forgetOldEvents, sweepOnce } from './sweep.ts';

/** How often open intents, due refunds and expired orders are looked for. */
const ROUND_MS = 10_000;
const FORGET_EVERY_ROUNDS = 360;

/** What the rest of the server asks of payments; each call throws what the rule throws that it is made of. */
export type Payments = ReturnType<typeof createPayments>;

/**
 * Payments through Stripe, or through whatever speaks like it.
 * @param options `providerFetch` reaches the provider instead of the network; the demo's sandbox is reached in the process
 */
export function createPayments(options: Parts & { mail: Mail; providerFetch?: typeof fetch }) {
  const { config, log, providerFetch } = options;
  const under = new Set<Promise<void>>();
  const parts: PaymentParts = {
    ...options,
    provider: createProvider(config.stripe, log, providerFetch),
    wake: () => beside('refunds', () => sendRefunds(parts, new Date())),
  };

  /** Runs a job that nobody waits for; what it leaves undone, a later round does. */
  function beside(job: string, work: () => Promise<void>): void {
    const running = observedJob(job, work)
      .catch((error: unknown) => {
        const expected = isProviderDown(error) || isUnavailable(error);
        log[expected ? 'warn' : 'error']({ error, job }, 'a payment job stopped; will go on in a later round');
      })
      .finally(() => under.delete(running));
    under.add(running);
  }

  const runOnce = async (now: Date) => {
    await sweepOnce(parts, now);
    await sendRefunds(parts, now);
    await confirmOrders(parts);
  };
  const settled = async () => {
    while (under.size > 0) await Promise.all(under);
  };

  /** After the commit. @param row the refund where it is new */
  const afterRefund = async (orderId: string, row: RefundRow | null, restocked: string[]) => {
    if (restocked.length > 0) options.changes.touch(stockTags(restocked));
    // A card payment that was begun is of more than is owed now.
    if (row?.method === 'credit') beside('settle', () => cancelIntents(parts, orderId));
    else if (row?.method === 'card') await sendRefundNow(parts, row.id).catch(() => parts.wake());
  };

  // Ten clicks at once are one question to the provider.
  const asked = new Map<string, Promise<{ clientSecret: string }>>();
  let timer: NodeJS.Timeout | undefined;
  let rounds = 0;

  return {
    createIntent(caller: Caller, wanted: z.output<typeof NewPaymentIntent>): Promise<{ clientSecret: string }> {
      const key = JSON.stringify([caller.userId, wanted.order, wanted.price]);
      const running = asked.get(key);
      if (running) return running;
      const answer = createIntent(parts, caller, wanted).finally(() => asked.delete(key));
      asked.set(key, answer);
      return answer;
    },
    confirm: (caller: Caller, orderId: string, payment: z.output<typeof OrderPayment>) =>
      confirmOrder(parts, caller, orderId, payment),
    beginForCompany: (caller: Caller, companyId: string, wanted: NewCompanyIntent) =>
      beginCompanyPayment(parts, caller, companyId, wanted),
    async confirmForCompany(caller: Caller, companyId: string, transactionId: string) {
      const { modifiedCount, settled } = await confirmCompanyPayment(parts, caller, companyId, transactionId);
      // Nobody should pay by card what is paid.
      for (const order of settled) beside('settle', () => cancelIntents(parts, order));
      return { modifiedCount };
    },
    receiveEvent: (request: Request) => receiveEvent(parts, request),
    /** Gives back money, or takes it off what is owed, as decideRefund decides; a repeat with the same key is the same refund. */
    async refund(actor: Caller, orderId: string, wanted: NewRefund, key: string | undefined) {
      const { row, isNew, restocked } = await transaction(options.database, async (tx) => {
        const decided = await decideRefund(tx, actor, orderId, wanted, key);
        if (decided.isNew) await bookDecided(tx, parts, actor, orderId, decided.row);
        return decided;
      });
      await afterRefund(orderId, isNew ? row : null, restocked);
      return readRefund(options.database.db, row.id);
    },
    /** Books a refund that was decided in a larger transaction; it is sent after the commit. */
    async book(tx: Tx, actor: Caller, orderId: string, row: RefundRow) {
      await bookDecided(tx, parts, actor, orderId, row);
      afterCommit(tx, () => beside('refunds', () => afterRefund(orderId, row, [])));
    },
    /** Closes what has not left of an order, as closeOrder says. */
    async close(actor: Caller, orderId: string, reason: string) {
      const { refund, restocked } = await transaction(options.database, async (tx) => {
        const closed = await closeOrder(tx, parts, actor, { orderId, reason });
        if (closed.refund) await bookDecided(tx, parts, actor, orderId, closed.refund);
        return closed;
      });
      await afterRefund(orderId, refund, restocked);
    },
    async recordTransfer(actor: Caller, orderId: string, wanted: NewBankPayment) {
      await transaction(options.database, (tx) => recordTransfer(tx, parts, { actor, orderId, wanted }));
      // Nobody should pay by card what is paid.
      beside('settle', () => cancelIntents(parts, orderId));
    },
    undoTransfer: (undone: Undone) => transaction(options.database, (tx) => undoTransfer(tx, parts, undone)),
    /** After commit of an action that closed an order without payment: cancels its intent, or gives back money that came all the same. */
    settleSoon: (orderId: string) => beside('settle', () => cancelIntents(parts, orderId)),
    /** Starts what runs beside the requests: expiry, sweep, refunds. */
    start() {
      let busy = false;
      timer = setInterval(() => {
        if (busy) return;
        busy = true;
        beside('round', async () => {
          try {
            await runOnce(new Date());
            if (rounds++ % FORGET_EVERY_ROUNDS === 0) await forgetOldEvents(parts, new Date());
          } finally {
            busy = false;
          }
        });
      }, ROUND_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await settled();
    },
    /** One round of the sweep, of expiry and of refunds, as if it were `now`. */
    runOnce,
    /** Resolves when nothing is under way beside the requests. */
    settled,
  };
}

type RefundRow = Awaited<ReturnType<typeof decideRefund>>['row'];

/** Books a refund that was decided in this transaction, as far as nobody else has to be asked. */
async function bookDecided(tx: Tx, parts: PaymentParts, actor: Caller, orderId: string, row: RefundRow): Promise<void> {
  // What a return settles answers no request for a refund.
  if (row.returnId === null) await grantRequest(tx, actor, orderId);
  // What came by bank transfer goes back by bank transfer: it is recorded, and nobody is asked.
  if (row.method === 'transfer') await recordTransferRefund(tx, parts, row);
  if (row.method === 'credit') await settleByCredit(tx, parts, row);
}
