import { ownWords } from '#server/people/mail/own-words.ts';
import type { BankAccount } from '#contract/money/bank-account.ts';
import { addMoney, cents } from '#contract/money-sums.ts';
import type { Reminder } from '#contract/money/reminders.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { ScheduledJob } from '#server/engine/jobs/scheduler.ts';
import { tellNews } from '#server/engine/news/news.ts';
import type { Log } from '#server/log.ts';
import { type Words, wordsOf } from '#server/engine/words/words.ts';
import { languageOf } from '#server/buying/companies/languages.ts';
import { lockCompany } from '#server/buying/companies/companies.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { newestStatementOf } from '#server/money/account/statement-file.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { letter } from '#server/people/mail/letter.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { remindersDue } from './due-reminders.ts';
import { reminders } from './reminders.sql.ts';

type Row = [name: string, value: string];

const MINUTE_MS = 60_000;

interface ReminderParts {
  config: Config;
  database: Database;
  mail: Mail;
  log: Log;
}

/** Reminds companies of what they owe, by the clock; each step of an invoice once, whichever process does it. */
export function remindJob(parts: ReminderParts): ScheduledJob {
  return {
    name: 'reminders',
    everyMs: 30 * MINUTE_MS,
    withinMs: 30 * MINUTE_MS,
    run: async (stopping) => {
      await sendReminders(parts, stopping);
    },
  };
}

/** Sends what is due today, each company's letter in a transaction of its own, and looked at again under the lock of the company. */
export async function sendReminders(parts: ReminderParts, stopping?: AbortSignal): Promise<Reminder[]> {
  const sent: Reminder[] = [];
  const due = await remindersDue(parts.database.db);
  for (const { companyId } of due.reminders) {
    if (stopping?.aborted) break;
    try {
      const reminder = await transaction(parts.database, (tx) => remind(tx, parts, companyId));
      if (reminder) sent.push(reminder);
    } catch (error) {
      // What is wrong with one company keeps no other from its letter.
      parts.log.error({ error, company: companyId }, 'a company could not be sent its reminder');
    }
  }
  if (sent.length > 0) parts.log.info({ companies: sent.length }, 'companies were reminded');
  return sent;
}

async function remind(tx: Tx, { mail, config }: ReminderParts, companyId: string): Promise<Reminder | undefined> {
  await lockCompany(tx, companyId);
  const {
    day,
    reminders: [reminder],
  } = await remindersDue(tx, companyId);
  if (!reminder) return undefined;
  const reached = reminder.invoices.filter(({ step }) => step > 0);
  await tx.insert(reminders).values(reached.map(({ invoiceNumber, step }) => ({ invoiceNumber, step, companyId })));
  const highest = Math.max(...reached.map(({ step }) => step));
  const numbers = reached.map(({ invoiceNumber }) => invoiceNumber).join(', ');
  const charge = async (amount: number, document: string, reason: string) => {
    if (amount === 0) return;
    const id = newId();
    const about = { document: `${document} ${day}`, dueOn: day, reason: reason.slice(0, 1000) };
    const amountCents = -cents(amount);
    await enterInLedger(tx, { id, companyId, kind: 'fee', method: 'none', amountCents, reference: id, ...about });
  };
  await charge(reminder.fee, 'Reminder', `Reminder ${highest} of ${numbers}`);
  await charge(reminder.interest, 'Interest', `Interest on ${numbers}`);
  for (const { invoiceNumber: number, due, open, daysLate, step } of reached)
    await tellNews(tx, 'invoice.overdue', [number], { number, companyId, due, open, daysLate, step });
  await mail.queue(tx, await reminderLetter(tx, config, reminder, highest));
  return reminder;
}

async function reminderLetter(
  tx: Tx,
  config: Config,
  { companyId, company, to, invoices, earlierFees, total, fee, interest }: Reminder,
  step: number,
) {
  const settings = await settingsNow(tx);
  const { company: shop } = settings;
  const say = wordsOf(settings, await languageOf(tx, { companyId }, settings.languages));
  const toPay = say.money(addMoney(total, fee, interest));
  return letter({
    say,
    to,
    about: 'order' as const,
    subject:
      step > 1
        ? say('Reminder {step, number}: {total} are due', { step, total: toPay })
        : say('Reminder: {total} are due', { total: toPay }),
    attachment: await newestStatementOf(tx, companyId),
    from: shop.name,
    heading: say('{total} are due', { total: toPay }),
    paragraphs: [
      say('To {company}: these invoices are overdue, and we have not received your payment.', {
        company: plainName(company),
      }),
    ],
    order: {
      lines: [
        ...invoices.map(({ invoiceNumber: invoice, due, open }): Row => [
          say('Invoice {invoice}, due {day}', { invoice, day: say.written(due) }),
          say.money(open),
        ]),
        ...(earlierFees > 0 ? [[say('Fees of earlier reminders'), say.money(earlierFees)] satisfies Row] : []),
        ...(fee > 0 ? [[say('Fee for this reminder'), say.money(fee)] satisfies Row] : []),
        ...(interest > 0
          ? [
              [
                say('Interest at {percent} % a year', { percent: say.percent(settings.lateInterest) }),
                say.money(interest),
              ] satisfies Row,
            ]
          : []),
      ],
      sums: [[say('To pay'), toPay]],
    },
    afterwards: [
      ...transferTo(shop.bankAccount, say),
      say(
        'The statement of your account is attached. Payments that you made in the last few days may not be included yet.',
      ),
    ],
    action: {
      label: say('View the account and pay'),
      url: `${config.baseUrl}/dashboard/company/${companyId}/account`,
    },
    own: ownWords(settings, 'reminder', {
      company,
      total: toPay,
      invoices: invoices.map(({ invoiceNumber }) => invoiceNumber).join(', '),
    }),
    reason: say('You are receiving this e-mail because {company} buys from {shop} on account.', {
      company: plainName(company),
      shop: shop.name,
    }),
  });
}

function transferTo(bank: BankAccount | null, say: Words): string[] {
  if (!bank) return [];
  const { account, holder } = bank;
  return [say('By bank transfer to {account} ({holder}), with the numbers of the invoices.', { account, holder })];
}
