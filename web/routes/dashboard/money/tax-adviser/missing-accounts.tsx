import { countryName } from '#contract/in-country.ts';
import type { MissingAccount } from '#contract/money/missing-accounts.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { counted } from '#web/shell/format.ts';
import { ACCOUNTS, CATEGORY_WORDS } from './books-values.ts';

/** Which account numbers the postings of a month lack: their fields are empty in the file. */
export function MissingAccounts({ days }: { days: { from: string; to: string } }) {
  const { data, error } = usePersonal(['missing-accounts', days], 'GET /missing-accounts', { query: days });
  return (
    <section aria-labelledby="missing" className="mt-5 mb-8 max-w-3xl">
      <h3 id="missing" className="text-lg font-semibold">
        Missing account numbers
      </h3>
      {error || !data ? (
        <NotShown what="the missing account numbers" error={error} />
      ) : data.length === 0 ? (
        <p className="mt-1">Every posting of the month has its accounts.</p>
      ) : (
        <>
          <p className="mt-1 max-w-prose">All postings are in the file for DATEV, with these fields left empty:</p>
          <ul className="mt-1 list-disc pl-5">
            {data.map((missing) => (
              <li key={JSON.stringify(missing)}>
                {nameOf(missing)}: {counted(missing.postings, 'posting', 'postings')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function nameOf({ account, category, percent, country }: MissingAccount): string {
  if (account === 'debtor') return 'Companies with a number beyond 69999';
  if (account !== 'revenue') return ACCOUNTS[account];
  const tax = category === undefined ? [] : [CATEGORY_WORDS[category]];
  const rate = category === 'S' ? [`${percent} %`] : [];
  return ['Revenue', ...tax, ...rate, ...(country ? [countryName(country)] : [])].join(', ');
}
