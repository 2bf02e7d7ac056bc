import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BankImport } from '#contract/money/bank-imports.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { sendFile } from '#web/api/send-file.ts';
import { userCall, userCallList, userFile, withToken } from '#web/session/tab-session.ts';
import { useMoneyChange } from '../use-change.ts';
import { ASKED_ONCE, TOLD_AGAIN } from './payments.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal } from '../use-personal.ts';
import { usePersonalList } from '../use-personal.ts';

const firmKey = (uid: string, id: string) => [PERSONAL, uid, 'firms', id];

/** How a firm stands. */
export function useAccount(id: string) {
  return usePersonal(['firms', id, 'account'], 'GET /company/:id/account', { params: { id } });
}

/** The entries of a firm's account, newest first, part by part. */
export function useEntries(id: string) {
  return usePersonalList(['firms', id, 'entries'], 'GET /company/:id/entries', { params: { id } });
}

/** The first invoices and fees of a firm of which something is left to pay, and how many there are in all. */
export function useOpenEntries(id: string) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [...firmKey(uid, id), 'open'],
    queryFn: ({ signal }) =>
      userCallList('GET /company/:id/entries', { params: { id }, query: { open: 'true', limit: '100' }, signal }),
  });
}

/** A statement of some days. @throws ApiError */
export function fetchStatement(
  id: string,
  format: 'pdf' | 'csv',
  query: { from?: string; to?: string },
): Promise<Response> {
  return userFile(`GET /company/:id/statement.${format}`, { params: { id }, query });
}

/** The firms that owe something, what is due longest first. */
export function useOwing() {
  return usePersonalList(['owing'], 'GET /accounts', {});
}

/** Records money of a firm. @throws ApiError ALLOCATION_TOO_LARGE */
export function usePayAccount(id: string) {
  return useMoneyChange(({ key, ...body }: BodyInput<'payAccount'> & { key: string }) =>
    userCall('POST /company/:id/payment', { params: { id }, body, headers: { 'idempotency-key': key } }),
  );
}

/** Settles what is due first with the credit of a firm. @throws ApiError */
export function useUseCredit(id: string) {
  return useMoneyChange(() => userCall('POST /company/:id/credit', { params: { id } }));
}

/** Takes a payment of a firm back. @throws ApiError ALREADY_REVERSED, NOT_A_TRANSFER */
export function useReversePayment(id: string) {
  return useMoneyChange(({ entryId, reason }: { entryId: string; reason: string }) =>
    userCall('POST /company/:id/payment/:entryId/reverse', { params: { id, entryId }, body: { reason } }),
  );
}

/** Gives up what is left of an invoice or a fee. @throws ApiError ALLOCATION_TOO_LARGE */
export function useWriteOff(id: string) {
  return useMoneyChange((body: BodyInput<'writeOff'>) =>
    userCall('POST /company/:id/write-off', { params: { id }, body }),
  );
}

/** Of what a firm is not reminded. */
export function useFirmReminders(id: string) {
  return usePersonal(['firms', id, 'reminders'], 'GET /company/:id/reminders', { params: { id } });
}

/** Stops or resumes all reminders to a firm. @throws ApiError */
export function useHoldReminders(id: string) {
  return useMoneyChange((held: boolean) => userCall('POST /company/:id/reminders', { params: { id }, body: { held } }));
}

/** The client secret of one card payment of several invoices. */
export function useFirmIntent(id: string, invoices: string[]) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'firm-secret', id, invoices],
    queryFn: () => userCall('POST /company/:id/payment-intent', { params: { id }, body: { invoices } }),
    ...ASKED_ONCE,
  });
}

/** Tells the shop that the invoices were paid; the shop asks the provider. */
export function usePayInvoices(id: string) {
  const { uid } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (transactionId: string) =>
      userCall('PATCH /company/:id/payment', { params: { id }, body: { transactionId } }),
    ...TOLD_AGAIN,
    // The secret of what is paid is not asked for again.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [scope, whose, what] }) =>
          scope === PERSONAL && whose === uid && what !== 'firm-secret',
      }),
  });
}

/** Whom the shop reminds of what today. */
export function useReminders() {
  return usePersonal(['reminders'], 'GET /reminders', {});
}

/** Stops or resumes reminders of an invoice. @throws ApiError */
export function useHoldInvoice() {
  return useMoneyChange(({ number, held }: { number: string; held: boolean }) =>
    userCall('POST /invoice/:number/hold', { params: { number }, body: { held } }),
  );
}

/** Sends a bank's file; nothing is recorded yet. @throws ApiError */
export function sendBankFile(file: File, signal: AbortSignal): Promise<BankImport> {
  const query = { name: file.name.slice(0, 200) };
  return withToken((authorization) =>
    sendFile('POST /import/bank', { query, file, authorization, onProgress: () => {}, signal }),
  );
}

/** What became of the payments of a bank's file. */
export function useBankImport(id: string) {
  return usePersonal(['bank-import', id], 'GET /bank-import/:id', { params: { id } });
}

/** Records what is matched. @throws ApiError STALE_IMPORT, IMPORT_HAS_ERRORS */
export function useCommitBankImport() {
  return useMoneyChange((id: string) => userCall('POST /import/:id/commit', { params: { id } }));
}

/** Records a payment of a file for the firm that somebody chose. @throws ApiError LINE_BOOKED, ALLOCATION_TOO_LARGE */
export function useDecideBankLine(id: string) {
  return useMoneyChange((body: BodyInput<'decideBankLine'>) =>
    userCall('POST /bank-import/:id/payment', { params: { id }, body }),
  );
}
