import { useState } from 'react';
import type { Issue } from '#contract/errors.ts';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

const FORMATS: Record<EInvoiceFormat, string> = {
  peppol: 'Peppol BIS Billing 3 (UBL), for businesses and authorities in most of Europe',
  xrechnung: 'XRechnung (UBL), for authorities and businesses in Germany',
  cii: 'EN 16931 (CII), as the PDF carries it inside',
};

interface Props {
  /** Of which paper, as its dialog says it. */
  of: string;
  fetch: (format: EInvoiceFormat) => Promise<Response>;
  className?: string;
}

/** Hands the e-invoice of a paper to the browser, in a format that is chosen; what is missing for it is named. */
export function EInvoiceButton({ of, fetch, className = 'btn' }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        E-invoice
      </button>
      {open && <FormatDialog of={of} fetch={fetch} onClose={() => setOpen(false)} />}
    </>
  );
}

function FormatDialog({ of, fetch, onClose }: Pick<Props, 'of' | 'fetch'> & { onClose: () => void }) {
  const [format, setFormat] = useState<EInvoiceFormat>('peppol');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; issues: readonly Issue[] }>();
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await saveFile(await fetch(format));
      onClose();
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The e-invoice could not be fetched.';
      setProblem({ message, issues: error instanceof ApiError ? error.issues : [] });
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={`E-invoice of ${of}`}
      submit="Save the XML"
      problem={problem?.message}
      changed={false}
      busy={busy}
      onSubmit={save}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2">Ask whom it goes to which format they take.</legend>
        {(Object.keys(FORMATS) as EInvoiceFormat[]).map((each) => (
          <label key={each} className="flex items-start gap-2">
            <input
              type="radio"
              name="format"
              className="radio radio-sm mt-1"
              checked={format === each}
              onChange={() => setFormat(each)}
            />
            {FORMATS[each]}
          </label>
        ))}
      </fieldset>
      {problem && problem.issues.length > 0 && (
        <ul className="mt-3 list-disc pl-5">
          {problem.issues.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
