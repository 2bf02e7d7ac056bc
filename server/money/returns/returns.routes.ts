import { sentence } from '#contract/sentences.ts';
import { MAX_PICTURE_BYTES } from '#contract/limits.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import { createTurns } from '#server/engine/http/in-turn.ts';
import { requireWithin } from '#server/engine/http/limits.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { readBytes } from '#server/engine/http/read-body.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { preparePicture } from '#server/engine/pictures/prepare-picture.ts';
import { createUploadStore, uploadType } from '#server/engine/pictures/upload-store.ts';
import { makePaper } from '#server/money/papers/make-paper.ts';
import { printableLogo } from '#server/money/papers/printable-logo.ts';
import type { Payments } from '#server/money/payments/stripe-payments.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { answerReturn, closeReturn, sayAtReturn, withdrawReturn } from './answer-return.ts';
import { openReturn } from './open-return.ts';
import { listReturns, readReturn } from './read-returns.ts';
import { recordArrival } from './record-arrival.ts';
import {
  agreed,
  arrived,
  closed,
  message,
  received,
  refused,
  reported,
  settledBy,
  tellBuyer,
  tellShop,
  withdrawn,
} from './return-letters.ts';
import { addPicture, noPicture, pictureOf, requireSeen, returnPicture } from './return-pictures.ts';
import { settleReturn } from './settle-return.ts';

/** How many returns, messages and pictures one person sends in a minute. */
const A_MINUTE = 60;

interface ReturnParts extends Parts {
  settings: SettingsStore;
  mail: Mail;
  payments: Payments;
}

export function returnHandlers(parts: ReturnParts) {
  const { config, database, changes, settings, payments } = parts;
  const store = createUploadStore(config);
  /** One after the other: a decoded picture takes up to 200 MB. */
  const inTurn = createTurns();
  /** Does something to a return and answers it as it is then. */
  const change = (caller: Caller, id: string, work: (tx: Tx) => Promise<unknown>) =>
    transaction(database, async (tx) => {
      await work(tx);
      return readReturn(tx, caller, id);
    });
  const limit = async ({ userId }: Caller, what: string) => {
    if (!config.rateLimits) return;
    const within = { what, whom: userId, max: A_MINUTE, seconds: 60 };
    await requireWithin(database, within, sentence('You sent too much within a minute. Please wait a moment.'));
  };

  return {
    addReturn: async ({ caller, body }) => {
      await limit(caller, 'returns reported by');
      return transaction(database, async (tx) => {
        const { id, byShop } = await openReturn(tx, caller, body);
        await tellBuyer(tx, parts, id, received);
        if (!byShop) await tellShop(tx, parts, id, reported, caller.userId);
        return readReturn(tx, caller, id);
      });
    },

    listReturns: ({ caller, query }) => listReturns(database.db, caller, query),
    getReturn: ({ caller, params }) => readReturn(database.db, caller, params.id),

    addReturnPicture: async ({ caller, params: { id }, request }) => {
      await requireSeen(database.db, caller, id);
      await limit(caller, 'pictures of returns by');
      const encoding = request.headers.get('content-encoding');
      if (encoding !== null && encoding !== 'identity')
        throw new AppError('UNSUPPORTED_MEDIA_TYPE', sentence('Send the picture as it is, without compression.'));
      const bytes = await readBytes(request, MAX_PICTURE_BYTES);
      const file = returnPicture(await inTurn(() => preparePicture(bytes)));
      await store.put([file]);
      return change(caller, id, (tx) => addPicture(tx, caller, id, file.name));
    },

    getReturnPicture: async ({ caller, params }) => {
      const name = await pictureOf(database.db, caller, params.id, params.picture);
      const bytes = await store.get(name);
      if (bytes === null) throw noPicture();
      return { type: uploadType(name), name, body: new Blob([new Uint8Array(bytes)]).stream() };
    },

    addReturnMessage: async ({ caller, params: { id }, body }) => {
      await limit(caller, 'messages at returns by');
      return change(caller, id, async (tx) => {
        const side = await sayAtReturn(tx, caller, id, body.text);
        if (side === 'buyer') await tellShop(tx, parts, id, message, caller.userId);
        else await tellBuyer(tx, parts, id, message);
      });
    },

    withdrawReturn: ({ caller, params: { id } }) =>
      change(caller, id, async (tx) => {
        await withdrawReturn(tx, caller, id);
        await tellShop(tx, parts, id, withdrawn(caller.name), caller.userId);
      }),

    answerReturn: ({ caller, params: { id }, body }) =>
      change(caller, id, async (tx) => {
        await answerReturn(tx, caller, id, body);
        await tellBuyer(tx, parts, id, body.agree ? agreed : refused);
      }),

    returnSlip: async ({ caller, params, query: { format } }) => {
      const found = await readReturn(database.db, caller, params.id);
      if (!found.answer?.sendBack)
        throw new AppError(
          'RETURN_NOT_AGREED',
          found.answer
            ? sentence('Nothing needs to be sent back.')
            : sentence('There is a slip once we have agreed to the return.'),
        );
      const { company, logo: own, timeZone: zone, currency } = (await settings.read()).settings;
      const logo = await printableLogo(store, own);
      // In the order's language, whoever prints it.
      const { language } = await getAnyOrder(database.db, found.orderId, null);
      const given = { found, language, zone, currency, seller: { company, logo: own }, logo, format };
      const bytes = await makePaper(caller.userId, { kind: 'return-slip', given: [given] });
      return { name: `return-${found.number}.pdf`, bytes };
    },

    recordArrival: ({ caller, params: { id }, body }) =>
      change(caller, id, async (tx) => {
        const { restocked } = await recordArrival(tx, caller, id, body);
        await tellBuyer(tx, parts, id, arrived);
        if (restocked.length > 0) afterCommit(tx, () => changes.touch(stockTags(restocked)));
      }),

    settleReturn: ({ caller, params: { id }, body }) =>
      change(caller, id, async (tx) => {
        const settled = await settleReturn(tx, caller, id, body, (orderId, refund) =>
          payments.book(tx, caller, orderId, refund),
        );
        await tellBuyer(tx, parts, id, settledBy(settled));
        const { replacement } = settled;
        if (replacement) afterCommit(tx, () => changes.touch(stockTags(replacement.toolIds)));
      }),

    closeReturn: ({ caller, params: { id }, body }) =>
      change(caller, id, async (tx) => {
        await closeReturn(tx, caller, id, body.reason);
        await tellBuyer(tx, parts, id, closed);
      }),
  } satisfies Partial<Handlers>;
}
