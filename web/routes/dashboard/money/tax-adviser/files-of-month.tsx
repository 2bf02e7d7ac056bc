import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { type AdviserSheet, exportDatev, exportForAdviser, exportPapersOf } from '#web/queries/money/exports.ts';
import { daysOf } from '#web/routes/dashboard/months.ts';
import { saveFile } from '#web/shell/save-file.ts';

const SHEETS: Record<AdviserSheet, [name: string, said: string]> = {
  invoices: ['Invoices and credit notes', 'By the day of issue, with their tax as a second sheet of the Excel file.'],
  payments: ['Payments', 'Each movement of money by the day the bank had it.'],
  'open-items': ['Open items', 'What was owed to the shop and by it at the end of the month.'],
  tax: ['Tax', 'By country, category and rate.'],
  'ec-sales': ['EC sales', 'Intra-Community supplies by VAT number, less credit notes.'],
  'trial-balance': ['Trial balance', 'What was sold, came in and is open, by account.'],
};

type Save = [words: string, get: () => Promise<Response>];

/** All that the tax adviser gets of a month, each to be saved. */
export function FilesOfMonth({ month }: { month: string }) {
  const action = useAction();
  const days = daysOf(month);
  const files: [name: string, said: string, ...Save[]][] = [
    ['Postings for DATEV', 'A Buchungsstapel that DATEV reads.', ['CSV', () => exportDatev(days)]],
    ...Object.entries(SHEETS).map(([sheet, [name, said]]): (typeof files)[number] => [
      name,
      said,
      // The keys are those of the record above.
      ['CSV', () => exportForAdviser(sheet as AdviserSheet, days, 'csv')],
      ['Excel', () => exportForAdviser(sheet as AdviserSheet, days, 'xlsx')],
    ]),
    ['Documents', 'Every invoice and credit note as PDF and as e-invoices.', ['ZIP', () => exportPapersOf(month)]],
  ];
  return (
    <section aria-labelledby="files" className="mt-5">
      <h3 id="files" className="text-lg font-semibold">
        Files
      </h3>
      <ul className="mt-2 max-w-3xl">
        {files.map(([name, said, ...saves]) => (
          <li
            key={name}
            className="border-base-300 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t py-3"
          >
            <div className="min-w-0 basis-64 grow">
              <p className="font-medium">{name}</p>
              <p className="muted text-sm">{said}</p>
            </div>
            <div className="flex gap-2">
              {saves.map(([words, get]) => (
                <button
                  key={words}
                  type="button"
                  className="btn btn-sm"
                  aria-label={`Save ${name} as ${words}`}
                  // Disabled it would lose the focus.
                  aria-disabled={action.busy || undefined}
                  onClick={() => !action.busy && void action.run(async () => saveFile(await get()))}
                >
                  {words}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <FormProblem message={action.problem?.message} className="mt-2" />
    </section>
  );
}
