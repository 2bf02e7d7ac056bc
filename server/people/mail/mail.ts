import { sql } from 'drizzle-orm';
import { company } from '#content/company.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { observedJob } from '#server/engine/observe/observer.ts';
import type { Attachment, Letter, Sender } from './sender.ts';
import { failureFacts, isRefusal } from './letter-refused.ts';
import { withRoom } from './letters-a-day.ts';
import { withMark } from './letter.ts';
import { mails } from './mail.sql.ts';
import { clearOldLetters } from './old-letters.ts';
import { nowAndThen } from '#server/engine/jobs/now-and-then.ts';
import { oneLine } from './one-line.ts';
import { smsSender, smtpSender } from './senders.ts';

/** Mail is queued with the action that causes it and sent after its commit. */
export interface Mail {
  /** Queues letters, but for those whose address has had as many of the kind as a day allows (decision 404). */
  queue(tx: Tx, ...letters: Letter[]): Promise<void>;
  /** Queues in a transaction of its own, for actions that have none. */
  send(letter: Letter): Promise<void>;
  /** Sends what is due now; several processes share the work. */
  sendDue(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** How letters leave; a way that is not there delivers to the demo's mailbox. */
interface Senders {
  email?: Sender;
  sms?: Sender;
}

const LOOK_EVERY_MS = 15_000;
const CLEAR_EVERY_MS = 60_000;
/** The first pause after a failure; each further one is twice as long, up to the last. */
const FIRST_PAUSE_SECONDS = 30;
const LAST_PAUSE_SECONDS = 3_600;
/** A letter that nobody took for so long is given up. */
const GIVE_UP_AFTER_SECONDS = 24 * 3_600;
/** A process that died while sending leaves its mail to the others after this long. */
const CLAIM_SECONDS = 120;

interface Writer {
  name: string;
  logo: string | null;
}

interface MailParts {
  config: Config;
  database: Database;
  log: Log;
  /** Who writes, with the logo as settings keep it. */
  writer?: () => Promise<Writer>;
  /** Makes the files of invoices and credit notes, by their numbers. */
  filesOf?: (papers: readonly string[]) => Promise<Attachment[]>;
}

/** Mail through SMTP_URL and SMS through SMS_URL; without them, a letter counts as delivered as soon as it is queued. */
export function createMail(
  {
    config,
    database,
    log,
    writer = async () => ({ name: company.name, logo: null }),
    filesOf = async () => [],
  }: MailParts,
  senders: Senders = {
    ...(config.smtpUrl === undefined
      ? {}
      : { email: smtpSender(config.smtpUrl, config.mailFrom, async () => (await writer()).name) }),
    ...(config.sms === undefined ? {} : { sms: smsSender(config.sms) }),
  },
): Mail {
  const senderOf = ({ to }: Letter) => (to.startsWith('+') ? senders.sms : senders.email);

  const takeOne = async () => {
    const [letter] = await database.raw<
      Letter & { id: string; attempts: number; papers: string[]; file: { name: string; base64: string } | null }
    >(
      `update mails set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
       where id = (select id from mails where sent_at is null and failed_at is null
         and next_attempt_at not between now() and now() + interval '${LAST_PAUSE_SECONDS} seconds'
         and (good_until is null or good_until > now())
         order by next_attempt_at limit 1 for update skip locked)
       returning id, "to", subject, text, html, attempts, papers, case when attachment is not null
         then json_build_object('name', attachment_name, 'base64', encode(attachment, 'base64')) end as file`,
    );
    if (!letter) return undefined;
    const { file, ...parts } = letter;
    return { ...parts, kept: file ? [{ name: file.name, bytes: Buffer.from(file.base64, 'base64') }] : [] };
  };

  const deliver = async () => {
    for (let letter = await takeOne(); letter; letter = await takeOne()) {
      try {
        await observedJob('letter', async () => {
          const html = withMark(letter.html, (await writer()).logo, config.baseUrl);
          await senderOf(letter)?.({
            ...letter,
            html,
            attachments: [...letter.kept, ...(await filesOf(letter.papers))],
          });
        });
        // A link that is on its way to its reader is nobody else's: it is not kept.
        await database.raw(
          `update mails set sent_at = now(), good_until = null,
             text = case when good_until is null then text else '' end,
             html = case when good_until is null then html else '' end where id = $1`,
          [letter.id],
        );
      } catch (error) {
        const refused = isRefusal(error);
        log.warn(
          { mail: letter.id, attempt: letter.attempts, refused, ...failureFacts(error) },
          refused ? 'a letter was rejected for good' : 'a letter was not sent',
        );
        await database.raw(
          `update mails set next_attempt_at = now() + make_interval(secs => $2),
             failed_at = case when $3
               or created_at < now() - interval '${GIVE_UP_AFTER_SECONDS} seconds' then now() end
           where id = $1`,
          [letter.id, Math.min(LAST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (letter.attempts - 1)), refused],
        );
      }
    }
  };

  const sending = nowAndThen(LOOK_EVERY_MS, deliver, (error) =>
    log.warn({ error }, 'the mail queue could not be read'),
  );
  const clearing = nowAndThen(
    CLEAR_EVERY_MS,
    () => clearOldLetters(database),
    (error) => log.warn({ error }, 'old letters could not be cleared'),
  );

  const queue = async (tx: Tx, ...letters: Letter[]) => {
    if (letters.length === 0) return;
    const addressed = letters.map((letter) => ({
      ...letter,
      to: oneLine(letter.to),
      subject: oneLine(letter.subject),
    }));
    const allowed: typeof addressed = [];
    for (const [index, written] of (await withRoom(tx, addressed)).entries()) {
      if (written) allowed.push(written);
      if (written !== addressed[index])
        log.warn(
          { about: addressed[index]?.about },
          'a letter was not written: its address has reached the limit for a day',
        );
    }
    if (allowed.length === 0) return;
    await tx.insert(mails).values(allowed.map((letter) => rowOf(letter, senderOf(letter) !== undefined)));
    if (allowed.some(senderOf)) afterCommit(tx, () => void sending.look());
  };

  return {
    queue,
    send: (letter) => transaction(database, (tx) => queue(tx, letter)),
    sendDue: sending.look,
    start() {
      for (const each of senders.email || senders.sms ? [clearing, sending] : [clearing]) {
        each.start();
        void each.look();
      }
    },
    async stop() {
      await Promise.all([sending.stop(), clearing.stop()]);
    },
  };
}

function rowOf({ goodForSeconds, attachment, cause, ...letter }: Letter, leaves: boolean) {
  return {
    ...letter,
    ...(cause ? { cause: cause.by } : {}),
    id: newId(),
    ...(attachment ? { attachmentName: attachment.name, attachment: attachment.bytes } : {}),
    ...(goodForSeconds === undefined ? {} : { goodUntil: sql`now() + make_interval(secs => ${goodForSeconds})` }),
    ...(leaves ? {} : { sentAt: new Date() }),
  };
}
