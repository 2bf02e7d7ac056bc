import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { writtenDay } from '#contract/days.ts';
import { useCompany } from '#web/queries/buying/companies.ts';
import { useCompanyIntent, useOpenEntries, usePayInvoices } from '#web/queries/money/accounts.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { counted, money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { CardEntry } from './card-entry.tsx';
import { PaymentDone } from './payment-done.tsx';

/** Several invoices of a company, paid by card at once. */
export function InvoicesPayment() {
  const [search] = useSearchParams();
  const chosen = search.get('invoices') ?? '';
  const invoices = useMemo(() => chosen.split(',').filter(Boolean), [chosen]);
  const companyId = search.get('company') ?? '';
  if (companyId === '' || invoices.length === 0) return <NotFound heading="h2" />;
  return <Invoices companyId={companyId} invoices={invoices} />;
}

function Invoices({ companyId, invoices }: { companyId: string; invoices: string[] }) {
  const { email } = useUser();
  const { data: company, error } = useCompany(companyId);
  const { data: open } = useOpenEntries(companyId);
  const secret = useCompanyIntent(companyId, invoices);
  const pay = usePayInvoices(companyId);
  const [transactionId, setTransactionId] = useState<string | null>(null);
  if (error || !company) return <NotShown what="the invoices" error={error} />;
  const account = (
    <PageLink to={`/dashboard/company/${companyId}/account`} className="btn">
      Account of {company.name}
    </PageLink>
  );
  if (transactionId !== null)
    return (
      <PaymentDone
        title={`${counted(invoices.length, 'invoice is', 'invoices are')} paid`}
        transactionId={transactionId}
      >
        {account}
      </PaymentDone>
    );
  return (
    <div className="grid max-w-xl gap-6">
      <section className="bg-base-200 rounded-box p-6">
        <h2 className="text-2xl font-semibold break-words">Please pay for {company.name}</h2>
        <dl className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 tabular-nums">
          {invoices.map((number) => {
            const { due, open: left } = open?.rows.find(({ document }) => document === number) ?? {};
            return (
              <div key={number} className="contents">
                <dt>
                  <span className="wrap-anywhere">{number}</span>
                  {due !== undefined && <span className="muted"> due {writtenDay(due)}</span>}
                </dt>
                <dd className="text-right">{left !== undefined && money(left)}</dd>
              </div>
            );
          })}
          <dt className="border-base-content border-t-2 pt-2 text-lg font-semibold">Please pay</dt>
          <dd className="border-base-content min-h-9 border-t-2 pt-2 text-right text-lg font-semibold">
            {secret.data && money(secret.data.amount)}
          </dd>
        </dl>
      </section>
      <section className="border-base-300 rounded-box border p-6" aria-label="Payment">
        <CardEntry
          buyer={{ name: company.name, email }}
          secret={secret}
          confirm={(id) => pay.mutateAsync(id)}
          onPaid={setTransactionId}
        />
        {secret.error && <p className="mt-4">{account}</p>}
      </section>
    </div>
  );
}
