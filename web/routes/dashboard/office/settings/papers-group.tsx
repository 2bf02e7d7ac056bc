import { previewPaper } from '#web/queries/office/letters.ts';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { SettingsGroup, type SettingsForm, SettingsLines } from './form-parts.tsx';
import { partName } from './part-names.ts';

const FIELDS = [
  {
    name: 'papers.closing',
    rows: 3,
    hint: 'At the end of offers, invoices and credit notes, such as a greeting or retention of title.',
  },
  { name: 'papers.paymentText', rows: 2, hint: 'Below the bank details while something is to be paid.' },
  {
    name: 'papers.footer',
    rows: 4,
    hint: 'Small, on every page: managing director, register, bank. At most 4 lines of 100 characters.',
  },
] as const;

/** What the owner adds to papers and e-invoices. */
export function PapersGroup({ form }: { form: SettingsForm }) {
  return (
    <SettingsGroup
      id="settings-papers"
      lead="What your invoices, credit notes and offers say beyond what they must. E-invoices carry it as a note. Documents that were issued before stay as they are."
    >
      <div className="max-w-2xl">
        {FIELDS.map(({ name, rows, hint }) => (
          <SettingsLines key={name} form={form} name={name} rows={rows} label={partName(name)} hint={hint} />
        ))}
        <PaperButton className="btn btn-sm btn-outline mt-2" fetch={() => previewPaper(form.getValues('papers'))}>
          Preview a pro forma invoice (PDF)
        </PaperButton>
      </div>
    </SettingsGroup>
  );
}
