import { sql } from 'drizzle-orm';
import { isWorkingDay as isWorked } from '#contract/working-days.ts';
import type { DueReminders, Reminder } from '#contract/money/reminders.ts';
import { cents } from '#contract/money-sums.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Db } from '#server/engine/db/client.ts';
import { leftOfDebit, openDebitsOf } from '#server/buying/ledger/left-to-pay.ts';
import { formatCompanyNumber } from '#server/buying/companies/companies.ts';
import { settingsNow } from '#server/office/settings/settings.ts';

type Steps = Settings['reminders'];

interface Row {
  companyId: string;
  company: string;
  number: string;
  to: string | null;
  invoice: string;
  due: string;
  late: number;
  rest: string;
  had: number;
  /** Days since it was last reminded of; null: it never was. */
  since: number | null;
  /** What is left to pay of fees of earlier reminders. */
  fees: string;
  credit: string;
}

/**
 * What is overdue and may be reminded of, by company: without what is held, what something was paid of today, and companies whose credit
 * covers all of it. Fees of earlier reminders are due with them; nobody is reminded of a fee alone. A company's letter goes to where its
 * invoices go, else to who keeps its accounts, else to who manages it.
 */
const LATE = (companyId: string | null) => sql`
  with late as materialized (
    select l.company_id, l.document as invoice, l.due_on, ${sql.raw(leftOfDebit('l'))} as rest from orders o
      join ledger l on l.order_id = o.id and l.kind = 'invoice'
    where o.state = 'open' and o.company_id is not null and l.due_on < (select shop_today())
      ${companyId === null ? sql`` : sql`and o.company_id = ${companyId}`}
      and not exists (select from reminder_holds where invoice_number = l.document)
      and not exists (select from settlements s where s.debit_id = l.id
        and (s.created_at at time zone (select shop_zone()))::date = (select shop_today()))
  )
  select c.id as "companyId", c.name as company, c.number::text as number, late.invoice, late.due_on::text as due,
    (select shop_today()) - late.due_on as late, late.rest::text as rest,
    coalesce((select max(step) from reminders where invoice_number = late.invoice), 0) as had,
    (select shop_today()) - (select max(sent_on) from reminders
      where invoice_number = late.invoice) as since,
    coalesce(nullif(c.invoice_email, ''), (
      select u.email from company_members m join users u on u.id = m.user_id
      where m.company_id = c.id and m.role in ('accounts', 'manager') order by m.role, m.created_at, u.id
        limit 1)) as to,
    company.fees::text as fees, company.credit::text as credit
  from late join companies c on c.id = late.company_id join lateral (
    select coalesce(sum(rest) filter (where order_id is null and due_on < (select shop_today())), 0) as fees,
      sum(rest) + (select sum(amount_cents) from ledger where company_id = c.id) as credit
    from (${openDebitsOf(sql`c.id`)}) open
  ) company on true
  where late.rest > 0 and not c.reminders_held
  order by lower(c.name), c.id, late.due_on, late.invoice`;

/** Which companies are to be reminded of what today. @param companyId of this one alone; null: of all */
export async function remindersDue(db: Db, companyId: string | null = null): Promise<DueReminders> {
  const { reminders: steps, lateInterest, ...shop } = await settingsNow(db);
  const { rows: days } = await db.execute<{ day: string }>(sql`select shop_today()::text as day`);
  const { day } = days[0]!;
  const isWorkingDay = isWorked(day, shop);
  const about = { day, isWorkingDay, steps: steps.length };
  if (steps.length === 0 || !isWorkingDay) return { ...about, reminders: [] };
  const { rows } = await db.execute(LATE(companyId));
  const byCompany = new Map<string, Row[]>();
  for (const row of rows as unknown as Row[])
    byCompany.set(row.companyId, [...(byCompany.get(row.companyId) ?? []), row]);
  return {
    ...about,
    reminders: [...byCompany.values()].flatMap((late) => reminderOf(late, steps, lateInterest) ?? []),
  };
}

/** What the letter to one company says; null where nothing of it has reached a new step. */
function reminderOf(late: Row[], steps: Steps, lateInterest: number): Reminder | null {
  const [first] = late;
  if (!first?.to) return null;
  const invoices = late.map(({ invoice, due, late: daysLate, rest, had }) => {
    const step = steps.filter(({ afterDays }) => afterDays <= daysLate).length;
    return { invoiceNumber: invoice, due, daysLate, open: centsToMoney(Number(rest)), step: step > had ? step : 0 };
  });
  const highest = Math.max(...invoices.map(({ step }) => step));
  const feesCents = Number(first.fees);
  const totalCents = late.reduce((sum, { rest }) => sum + Number(rest), feesCents);
  if (highest === 0 || Number(first.credit) >= totalCents) return null;
  const { companyId, company, number, to } = first;
  const fee = centsToMoney(cents(steps[highest - 1]?.fee ?? 0));
  return {
    companyId,
    company,
    number: formatCompanyNumber(Number(number)),
    to,
    invoices,
    earlierFees: centsToMoney(feesCents),
    total: centsToMoney(totalCents),
    fee,
    interest: centsToMoney(
      late.reduce((sum, row, at) => sum + (invoices[at]!.step > 0 ? interestOf(row, lateInterest) : 0), 0),
    ),
  };
}

const DAYS_OF_YEAR = 365;

/** Of what is left of an invoice, for the days since it was due or last reminded of. @param percent a year @returns cents */
function interestOf({ rest, late, since }: Row, percent: number): number {
  return Math.round((Number(rest) * percent * (since ?? late)) / (100 * DAYS_OF_YEAR));
}
