import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BankAnswers, BankImport } from '#contract/money/bank-imports.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { sendFile } from '#web/api/send-file.ts';
import { userCall, userFile, withToken } from '#web/session/tab-session.ts';
import { ASKED_ONCE, TOLD_AGAIN } from './payments.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal, usePersonalTop } from '../use-personal.ts';

/** How a firm stands. */
export function useAccount(id: string) {
  return usePersonal(['firms', id, 'account'], 'GET /company/:id/account', { params: { id } });
}

/** The first invoices and fees of a firm of which something is left to pay, and how many there are in all. */
export function useOpenEntries(id: string) {
  const query = { open: 'true', limit: 100 };
  return usePersonalTop(['firms', id, 'open'], 'GET /company/:id/entries', { params: { id }, query });
}

/** A statement of some days. @throws ApiError */
export function fetchStatement(
  id: string,
  format: 'pdf' | 'csv',
  query: { from?: string; to?: string },
): Promise<Response> {
  return userFile(`GET /company/:id/statement.${format}`, { params: { id }, query });
}

/** Of what a firm is not reminded. */
export function useFirmReminders(id: string) {
  return usePersonal(['firms', id, 'reminders'], 'GET /company/:id/reminders', { params: { id } });
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

/** Sends a bank's file, with what was said of it perhaps; nothing is recorded yet. @throws ApiError */
export function sendBankFile(
  file: File,
  said: { answers: BankAnswers; remember: boolean } | undefined,
  signal: AbortSignal,
): Promise<BankImport> {
  const name = file.name.slice(0, 200);
  const query: Record<string, string> = said
    ? { name, answers: JSON.stringify(said.answers), remember: String(said.remember) }
    : { name };
  return withToken((authorization) =>
    sendFile('POST /import/bank', { query, file, authorization, onProgress: () => {}, signal }),
  );
}
