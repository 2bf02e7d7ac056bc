import { eq } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import { dayOf, dayPlus } from '#contract/days.ts';
import type { Account, CreditLeft } from '#contract/money/account.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { spendCredit, writeOff } from './settle-with-credit.ts';
import { listOwing } from './owing.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { balanceOfCompany } from '#server/buying/account/account.ts';
import { creditOf } from '#server/buying/account/credit.ts';
import { getCompany } from '#server/buying/companies/companies.ts';
import { requireMember, requireReader } from '#server/buying/companies/membership.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import type { Payments } from '#server/money/payments/stripe-payments.ts';
import { listEntries, readEntry } from './entries.ts';
import { statementName, statementPdfOf } from './statement-file.ts';
import { statementRows } from './statement.ts';
import { payOut } from './pay-out.ts';
import { recordPayment } from './record-payment.ts';
import { reversePayment, transferBehind } from './reverse-payment.ts';

export function accountHandlers({ database, payments }: Parts & { payments: Payments }) {
  const { db } = database;
  /** Nobody should pay by card what is paid. */
  const settleAfter = (tx: Tx, orders: readonly string[]) =>
    afterCommit(tx, () => {
      orders.forEach(payments.settleSoon);
    });
  return {
    getAccount: async ({ caller, params: { id } }) => {
      await requireReader(db, caller, id, 'account');
      await getCompany(db, id);
      return accountOf(db, id);
    },

    getCredit: async ({ caller, params: { id } }) => {
      if (!callerMay(caller, 'companies.read')) await requireMember(db, caller, id, 'order');
      return creditLeft(db, id);
    },

    listOwing: ({ query }) => listOwing(db, query),

    listEntries: async ({ caller, params: { id }, query }) => {
      await requireReader(db, caller, id, 'account');
      return listEntries(db, id, query);
    },

    statementPdf: async ({ caller, params: { id }, query }) => {
      await requireReader(db, caller, id, 'account');
      return statementPdfOf(db, id, query, caller.userId);
    },

    statementCsv: async ({ caller, params: { id }, query }) => {
      await requireReader(db, caller, id, 'account');
      const company = await getCompany(db, id);
      return sheetFile(statementName(company, query), 'csv', statementRows(db, id, query));
    },

    payAccount: ({ caller, params: { id }, body }) =>
      transaction(database, async (tx) => {
        const { entry, settled } = await recordPayment(tx, { actor: caller, companyId: id, wanted: body });
        settleAfter(tx, settled);
        return entry;
      }),

    beginCompanyPayment: ({ caller, params: { id }, body }) => payments.beginForCompany(caller, id, body),

    confirmCompanyPayment: ({ caller, params: { id }, body }) =>
      payments.confirmForCompany(caller, id, body.transactionId),

    spendCredit: ({ caller, params: { id } }) =>
      transaction(database, async (tx) => {
        settleAfter(tx, await spendCredit(tx, caller, id));
        return accountOf(tx, id);
      }),

    payOut: ({ caller, params: { id }, body }) => transaction(database, (tx) => payOut(tx, caller, id, body)),

    writeOff: ({ caller, params: { id }, body }) =>
      transaction(database, async (tx) => {
        const { entry, settled } = await writeOff(tx, caller, id, body);
        settleAfter(tx, settled);
        return entry;
      }),

    reversePayment: async ({ caller, params: { id, entryId }, body: { reason } }) => {
      const reversed = { actor: caller, companyId: id, entryId, reason };
      await getCompany(db, id);
      const behind = await transferBehind(db, reversed);
      if (behind === null) await transaction(database, (tx) => reversePayment(tx, reversed));
      else await payments.undoTransfer({ actor: caller, reason, ...behind });
      const entry = await readEntry(db, eq(ledger.reverses, entryId));
      if (!entry) throw new Error(`nothing reverses ${entryId}`);
      return entry;
    },
  } satisfies Partial<Handlers>;
}

/** What is left to order on account. @throws AppError COMPANY_NOT_FOUND */
async function creditLeft(db: Db, id: string): Promise<CreditLeft> {
  const { status } = await getCompany(db, id);
  const { termsDays, limit, toInvoice, available, isLate } = await creditOf(db, id);
  const { timeZone, invoicing } = await settingsNow(db);
  const notActive = status === 'pending' ? 'COMPANY_NOT_ACTIVE' : status === 'on-hold' ? 'COMPANY_ON_HOLD' : null;
  return {
    termsDays,
    dueAt: termsDays === null ? null : dayPlus(dayOf(new Date(), timeZone), termsDays),
    invoicing,
    limit: limit === null ? null : centsToMoney(limit),
    toInvoice: centsToMoney(toInvoice),
    available: available === null ? null : centsToMoney(Math.max(0, available)),
    refusal: notActive ?? (termsDays === null ? 'NO_TERMS' : isLate ? 'ACCOUNT_OVERDUE' : null),
  };
}

/** How a company stands, as the contract shows it. */
async function accountOf(db: Db, id: string): Promise<Account> {
  const { limit, toInvoice, available } = await creditOf(db, id);
  const { open, credit, current, to30, to60, to90, over90 } = await balanceOfCompany(db, id);
  return {
    limit: limit === null ? null : centsToMoney(limit),
    open: centsToMoney(open),
    overdue: centsToMoney(open - current),
    toInvoice: centsToMoney(toInvoice),
    available: available === null ? null : centsToMoney(Math.max(0, available)),
    credit: centsToMoney(credit),
    ageing: {
      current: centsToMoney(current),
      to30: centsToMoney(to30),
      to60: centsToMoney(to60),
      to90: centsToMoney(to90),
      over90: centsToMoney(over90),
    },
  };
}
