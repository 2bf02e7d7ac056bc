import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { mails } from './mail.sql.ts';

/** A mail to one person, as text and as HTML. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Mail is queued with the deed that causes it and sent after its commit. */
export interface Mail {
  queue(tx: Tx, letter: Letter): Promise<void>;
  /** Queues in a transaction of its own, for deeds that have none. */
  send(letter: Letter): Promise<void>;
  /** Sends what is due now; several processes share the work. */
  sendDue(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 15_000;
const MAX_ATTEMPTS = 8;
/** A process that died while sending leaves its mail to the others after this long. */
const CLAIM_SECONDS = 120;

/** Mail through SMTP_URL; without it, a mail counts as delivered to the demo's mailbox as soon as it is queued. */
export function createMail({ config, database, log }: { config: Config; database: Database; log: Log }): Mail {
  const transport = config.smtpUrl === undefined ? undefined : createTransport(config.smtpUrl);
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;

  const deliver = async () => {
    for (;;) {
      const [letter] = await database.raw<Letter & { id: string; attempts: number }>(
        `update mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
         where id = (select id from mails where sent_at is null and failed_at is null and next_attempt_at <= now()
           order by next_attempt_at limit 1 for update skip locked)
         returning id, "to", subject, text, html, attempts`,
      );
      if (!letter || !transport) return;
      try {
        const { to, subject, text, html } = letter;
        await transport.sendMail({
          from: `"Tradebench" <no-reply@${new URL(config.baseUrl).hostname}>`,
          to: { name: '', address: to },
          subject,
          text,
          html,
        });
        await database.raw('update mails set sent_at = now() where id = $1', [letter.id]);
      } catch (error) {
        log.warn({ error, mail: letter.id, attempt: letter.attempts }, 'a mail was not sent');
        const wait = 2 ** letter.attempts * 15;
        await database.raw(
          `update mails set next_attempt_at = now() + make_interval(secs => $2), failed_at = case when attempts >= ${MAX_ATTEMPTS} then now() end where id = $1`,
          [letter.id, wait],
        );
      }
    }
  };

  const sendDue = () => {
    if (!transport) return Promise.resolve();
    sending ??= deliver()
      .catch((error: unknown) => log.warn({ error }, 'the mail queue could not be read'))
      .finally(() => {
        sending = null;
      });
    return sending;
  };

  const queue = async (tx: Tx, { to, subject, text, html }: Letter) => {
    const letter = { id: newId(), to: oneLine(to), subject: oneLine(subject), text, html };
    await tx.insert(mails).values({ ...letter, ...(transport ? {} : { sentAt: new Date() }) });
    afterCommit(tx, () => void sendDue());
  };

  return {
    queue,
    send: (letter) => transaction(database, (tx) => queue(tx, letter)),
    sendDue,
    start() {
      if (!transport) return;
      timer = setInterval(() => void sendDue(), LOOK_EVERY_MS).unref();
      void sendDue();
    },
    async stop() {
      clearInterval(timer);
      await sending;
      transport?.close();
    },
  };
}

/** A header is one line, whatever a person's name holds (attacks T82). */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this takes out
  return text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
