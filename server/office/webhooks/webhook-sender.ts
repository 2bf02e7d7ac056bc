import { inEnglish, type Sentence, sentence } from '#contract/sentences.ts';
import { setMaxListeners } from 'node:events';
import { MOST_WEBHOOKS } from '#contract/office/webhooks.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { unseal } from '#server/people/identity/secrets.ts';
import type { Log } from '#server/log.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { nowAndThen } from '#server/engine/jobs/now-and-then.ts';
import { observedJob } from '#server/engine/observe/observer.ts';
import { bodyOf } from './deliveries.ts';
import {
  type Became,
  type DueDelivery,
  forgetOldMessages,
  giveBack,
  keepOutcome,
  type Outcome,
  takeDue,
} from './delivery-queue.ts';
import { queueDisabledLetters, queueStoppedLetters } from './disabled-letter.ts';
import { NotOutside, post } from '#server/engine/outside/outside.ts';
import { signedHeaders } from './sign.ts';
import { disableWebhook } from './webhooks.ts';

const LOOK_EVERY_MS = 2_000;
const CLEAR_EVERY_MS = 3_600_000;
/**
 * How many messages one process sends at once to one endpoint, and to all: as many as there may be for each, so that those
 * that never answer hold up no other.
 */
const LANES_OF_ONE = 2;

/** How documents to buyers' systems are written and their answers read; by whoever knows their form. */
export interface DocumentForm {
  /** How many endpoints there may be. */
  most: number;
  write(document: Pick<DueDelivery, 'message' | 'data' | 'createdAt'>, secret: string): string;
  contentType: string;
  /** The status that a receiver answered, which may stand in the answer itself. */
  statusOf(answered: { status: number; answer: string }): number;
  /** Is told what came of each try. @param connectionId the punch-out connection whose buyer it is for */
  tried(connectionId: string, document: Pick<DueDelivery, 'id' | 'type' | 'data'>, outcome: Tried): Promise<void>;
  /** Where staff look after an endpoint. */
  path: string;
}

/** What came of a try to send a document. */
export interface Tried {
  state: Became;
  status: number | null;
  problem: string | null;
}

/** Sends the messages that were written; all processes share the work. */
export interface WebhookSender {
  /** Sends what is due now. */
  sendDue(): Promise<void>;
  start(): void;
  /** Breaks off what is being sent; another process, or this one when it is started again, sends it. */
  stop(): Promise<void>;
}

/** What the sender is built from. */
interface WebhookSenderParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
  documents: DocumentForm;
}

/** Ends what all lanes have open. */
function leave(lanes: number): AbortController {
  const leaving = new AbortController();
  setMaxListeners(lanes, leaving.signal);
  return leaving;
}

export function createWebhookSender({ config, database, mail, log, documents }: WebhookSenderParts): WebhookSender {
  const mostLanes = (MOST_WEBHOOKS + documents.most) * LANES_OF_ONE;
  const inFlight = new Map<string, number>();
  let leaving = leave(mostLanes);
  const lanes = new Set<Promise<void>>();

  const take = async (): Promise<DueDelivery | undefined> => {
    const busy = [...inFlight].filter(([, lanes]) => lanes >= LANES_OF_ONE).map(([id]) => id);
    const due = await takeDue(database, busy);
    if (due) inFlight.set(due.webhookId, (inFlight.get(due.webhookId) ?? 0) + 1);
    return due;
  };

  const attempt = async (due: DueDelivery): Promise<Outcome> => {
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      const sealed = [due.secret, ...(due.formerSecret === null ? [] : [due.formerSecret])];
      const secrets = await Promise.all(sealed.map((secret) => unseal(config, secret)));
      const { headers, body } = written(due, secrets, documents);
      const answered = await observedJob('webhook', () =>
        post(due.url, { headers, body, allowed: config.webhookHosts, signal: leaving.signal }),
      );
      if (due.connectionId === null) return { ...answered, problem: null, ms: took() };
      // A receiver that answers with what it was sent would have the secret kept.
      const answer = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), answered.answer);
      return { status: documents.statusOf(answered), answer, problem: null, ms: took() };
    } catch (error) {
      return { status: null, answer: '', problem: sayProblem(error), ms: took() };
    }
  };

  const settle = async (due: DueDelivery, outcome: Outcome): Promise<void> => {
    const { state, failingLong } = await keepOutcome(database, due, outcome);
    if (due.connectionId !== null) await documents.tried(due.connectionId, due, { state, ...outcome });
    if (state === 'delivered') return;
    const { status } = outcome;
    log.info(
      { webhook: due.webhookId, delivery: due.id, attempt: due.attempts, status },
      'a webhook was not delivered',
    );
    if (status === 410) await disable(due, sentence('Its receiver answered 410 Gone'));
    else if (state === 'failed' && failingLong)
      await disable(due, sentence('Nothing could be delivered there for three days'));
  };

  const disable = ({ webhookId, connectionId }: DueDelivery, because: Sentence) =>
    transaction(database, async (tx) => {
      const url = await disableWebhook(tx, webhookId, because);
      if (url === null) return;
      log.warn({ webhook: webhookId, because: inEnglish(because) }, 'a webhook was disabled');
      const { baseUrl } = config;
      if (connectionId === null) await queueDisabledLetters(tx, mail, { url, because, baseUrl });
      else await queueStoppedLetters(tx, mail, { url, because, page: `${baseUrl}${documents.path}` });
    });

  const lane = async (first: DueDelivery): Promise<void> => {
    for (let due: DueDelivery | undefined = first; due; due = leaving.signal.aborted ? undefined : await take()) {
      const { webhookId } = due;
      try {
        const outcome = await attempt(due);
        await (leaving.signal.aborted && outcome.status === null ? giveBack(database, due) : settle(due, outcome));
      } finally {
        const left = (inFlight.get(webhookId) ?? 1) - 1;
        if (left === 0) inFlight.delete(webhookId);
        else inFlight.set(webhookId, left);
      }
    }
  };

  const failed = (error: unknown) => log.warn({ error }, 'webhooks could not be sent; will try again later');

  /** Takes up what is due, on lanes that are free: none waits for the end of another. */
  const openLanes = async () => {
    while (lanes.size < mostLanes && !leaving.signal.aborted) {
      const first = await take();
      if (!first) return;
      const opened: Promise<void> = lane(first)
        .catch(failed)
        .finally(() => lanes.delete(opened));
      lanes.add(opened);
    }
  };

  const looking = nowAndThen(LOOK_EVERY_MS, openLanes, failed);
  const clearing = nowAndThen(
    CLEAR_EVERY_MS,
    () => forgetOldMessages(database),
    (error) => log.warn({ error }, 'old webhook messages could not be removed'),
  );

  const ended = async () => {
    while (lanes.size > 0) await Promise.all(lanes);
  };

  return {
    async sendDue() {
      await looking.look();
      await ended();
    },
    start() {
      leaving = leave(mostLanes);
      looking.start();
      clearing.start();
      void looking.look();
    },
    async stop() {
      leaving.abort();
      await Promise.all([looking.stop(), clearing.stop()]);
      await ended();
    },
  };
}

/** A message as it is sent: an event is signed, a document has its secret in it. */
function written(due: DueDelivery, secrets: string[], { write, contentType }: DocumentForm) {
  if (due.connectionId !== null)
    return { body: write(due, secrets[0] ?? ''), headers: { 'content-type': contentType } };
  const body = bodyOf(due);
  return { body, headers: signedHeaders(secrets, { id: due.message, body, at: new Date() }) };
}

/** In words for whoever reads the list of deliveries, without what a receiver's network looks like from inside. */
function sayProblem(error: unknown): string {
  if (error instanceof NotOutside) return error.message;
  if (!(error instanceof Error)) return 'It could not be sent';
  if (error.name === 'TimeoutError') return 'It took longer than 15 seconds';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return CONNECTION_PROBLEMS[code] ?? `It could not be reached (${code})`;
}

const CONNECTION_PROBLEMS: Record<string, string> = {
  ENOTFOUND: 'Its name does not exist',
  EAI_AGAIN: 'Its name could not be looked up',
  ECONNREFUSED: 'It refused the connection',
  ECONNRESET: 'It closed the connection',
  ETIMEDOUT: 'It could not be reached in time',
  ENETUNREACH: 'Its network cannot be reached',
  EHOSTUNREACH: 'It cannot be reached',
  CERT_HAS_EXPIRED: 'Its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
};
