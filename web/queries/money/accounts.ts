import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BankAnswers, BankImport } from '#contract/money/bank-imports.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { sendFile } from '#web/api/send-file.ts';
import { userCall, userFile, withToken } from '#web/session/tab-session.ts';
import { ASKED_ONCE, RETRIED } from './payments.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal, usePersonalTop } from '../use-personal.ts';

/** How a company stands. */
export function useAccount(id: string) {
  return usePersonal(['companies', id, 'account'], 'GET /company/:id/account', { params: { id } });
}

/** The first invoices and fees of a company of which something is left to pay, and how many there are in all. */
export function useOpenEntries(id: string) {
  const query = { open: 'true', limit: 100 };
  return usePersonalTop(['companies', id, 'open'], 'GET /company/:id/entries', { params: { id }, query });
}

/** A statement of some days. @throws ApiError */
export function fetchStatement(
  id: string,
  format: 'pdf' | 'csv',
  query: { from?: string; to?: string },
): Promise<Response> {
  return userFile(`GET /company/:id/statement.${format}`, { params: { id }, query });
}

/** Of what a company is not reminded. */
export function useCompanyReminders(id: string) {
  return usePersonal(['companies', id, 'reminders'], 'GET /company/:id/reminders', { params: { id } });
}

/** The client secret of one card payment of several invoices. */
export function useCompanyIntent(id: string, invoices: string[]) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'company-secret', id, invoices],
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
    ...RETRIED,
    // The secret of what is paid is not asked for again.
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey: [scope, whose, what] }) =>
          scope === PERSONAL && whose === uid && what !== 'company-secret',
      }),
  });
}

/** Sends a bank's file, with answers to questions about it; nothing is recorded yet. @throws ApiError */
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
