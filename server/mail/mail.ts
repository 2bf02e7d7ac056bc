import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { mails } from './mail.sql.ts';
import { smsSender } from './sms.ts';

/** A mail to one person, as text and as HTML; where `to` is a telephone number in the form +8801712345678, an SMS of the text. */
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

/** Hands one letter to a provider. @throws where the provider does not take it now */
export type Sender = (letter: Letter & { id: string }) => Promise<void>;

/** How letters leave; a way that is not there delivers to the demo's mailbox. */
export interface Senders {
  email?: Sender;
  sms?: Sender;
}

const LOOK_EVERY_MS = 15_000;
const MAX_ATTEMPTS = 8;
/** The first pause after a failure; each further one is twice as long, half an hour at the end. */
const FIRST_PAUSE_SECONDS = 30;
/** A process that died while sending leaves its mail to the others after this long. */
const CLAIM_SECONDS = 120;

/** Mail through SMTP_URL and SMS through SMS_URL; without them, a letter counts as delivered as soon as it is queued. */
export function createMail(
  { config, database, log }: { config: Config; database: Database; log: Log },
  senders: Senders = {
    ...(config.smtpUrl === undefined ? {} : { email: smtpSender(config.smtpUrl, config.baseUrl) }),
    ...(config.sms === undefined ? {} : { sms: smsSender(config.sms) }),
  },
): Mail {
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | null = null;
  let again = false;
  const senderOf = ({ to }: Letter) => (to.startsWith('+') ? senders.sms : senders.email);

  const takeOne = async () => {
    const [letter] = await database.raw<Letter & { id: string; attempts: number }>(
      `update mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
       where id = (select id from mails where sent_at is null and failed_at is null and next_attempt_at <= now()
         order by next_attempt_at limit 1 for update skip locked)
       returning id, "to", subject, text, html, attempts`,
    );
    return letter;
  };

  const deliver = async () => {
    do {
      again = false;
      for (let letter = await takeOne(); letter; letter = await takeOne()) {
        try {
          await senderOf(letter)?.(letter);
          await database.raw('update mails set sent_at = now() where id = $1', [letter.id]);
        } catch (error) {
          log.warn({ error, mail: letter.id, attempt: letter.attempts }, 'a letter was not sent');
          await database.raw(
            `update mails set next_attempt_at = now() + make_interval(secs => $2),
               failed_at = case when attempts >= ${MAX_ATTEMPTS} then now() end where id = $1`,
            [letter.id, FIRST_PAUSE_SECONDS * 2 ** (letter.attempts - 1)],
          );
        }
      }
    } while (again);
  };

  const sendDue = () => {
    again = true;
    sending ??= deliver()
      .catch((error: unknown) => log.warn({ error }, 'the mail queue could not be read'))
      .finally(() => {
        sending = null;
      });
    return sending;
  };

  const queue = async (tx: Tx, given: Letter) => {
    const letter = { ...given, to: oneLine(given.to), subject: oneLine(given.subject) };
    const leaves = senderOf(letter) !== undefined;
    await tx.insert(mails).values({ ...letter, id: newId(), ...(leaves ? {} : { sentAt: new Date() }) });
    if (leaves) afterCommit(tx, () => void sendDue());
  };

  return {
    queue,
    send: (letter) => transaction(database, (tx) => queue(tx, letter)),
    sendDue,
    start() {
      if (!senders.email && !senders.sms) return;
      timer = setInterval(() => void sendDue(), LOOK_EVERY_MS).unref();
      void sendDue();
    },
    async stop() {
      clearInterval(timer);
      await sending;
    },
  };
}

function smtpSender(url: string, baseUrl: string): Sender {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  const host = new URL(baseUrl).hostname;
  return async ({ id, to, subject, text, html }) => {
    await transport.sendMail({
      from: { name: 'Tradebench', address: `no-reply@${host}` },
      // An object, so that one address is never read as a list of them.
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${host}>`,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** A header is one line, whatever a person's name holds (attacks T82). */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what this takes out
  return text.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
}
