import { sentence } from '#contract/sentences.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { OtherImports } from '#server/catalogue/imports/imports.routes.ts';
import { withSheet } from '#server/catalogue/imports/receive-sheet.ts';
import type { Payments } from '#server/money/payments/stripe-payments.ts';
import type { Mail } from '#server/people/mail/mail.ts';
import { bankImportOf, isBankImport, progressOf, readBankImport } from './bank-imports.ts';
import { commitBankImport, decideLine } from './record-lines.ts';
import { putAside } from './put-aside.ts';

type BankParts = Parts & { payments: Payments; mail: Mail };

export function bankImportHandlers({ database, payments }: BankParts) {
  let last: Promise<unknown> = Promise.resolve();
  return {
    importBank: ({ caller, query, request }) =>
      withSheet(request, (path) => {
        // One after the other: each takes a thread.
        const mine = last.then(() => readBankImport(database, caller, path, query));
        last = mine.catch(() => {});
        return mine;
      }),

    getBankImport: ({ params }) => bankImportOf(database.db, params.id),

    decideBankLine: ({ caller, params, body }) =>
      transaction(database, async (tx) => {
        const { entry, settled } = await decideLine(tx, caller, params.id, body);
        afterCommit(tx, () => settled.forEach(payments.settleSoon));
        return entry;
      }),
    putBankLineAside: ({ caller, params, body }) =>
      transaction(database, (tx) => putAside(tx, caller, { importId: params.id, row: params.n, ...body })),
  } satisfies Partial<Handlers>;
}

/** Banks' files, as the call that commits imports knows them. */
export function bankImportsOf({ database, payments, mail, config }: BankParts): OtherImports {
  return {
    has: isBankImport,
    mayCommit: (caller) => callerMay(caller, 'orders.record-payment'),
    async get(caller, id) {
      requireBookkeeper(caller);
      const found = await bankImportOf(database.db, id);
      const { problems, errors } = found;
      // What an import of products says beside them.
      const none = { attributes: [], headingRow: 0, columns: [], missing: [], preview: [] };
      return { ...progressOf(found), ...none, problems, errors };
    },
    async commit(caller, id, leaveOut) {
      requireBookkeeper(caller);
      return transaction(database, async (tx) => {
        const { progress, settled } = await commitBankImport(tx, { mail, config }, caller, { id, leaveOut });
        afterCommit(tx, () => settled.forEach(payments.settleSoon));
        return progress;
      });
    },
  };
}

function requireBookkeeper(caller: Caller): void {
  if (!callerMay(caller, 'orders.record-payment'))
    throw new AppError('FORBIDDEN', sentence('Only staff who record payments may do this.'));
}
