import { useState } from 'react';
import type { Issue } from '#contract/errors.ts';
import { E_INVOICE_FORMATS, type EInvoiceFormat } from '#contract/money/papers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useMay } from '#web/queries/people/role.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

const FORMATS: Record<EInvoiceFormat, string> = {
  peppol: 'Peppol BIS Billing 3 (UBL), for businesses and authorities in most of Europe',
  xrechnung: 'XRechnung (UBL), for authorities and businesses in Germany',
  cii: 'EN 16931 (CII), as embedded in the PDF',
};

interface Props {
  /** Of which paper, as its dialog says it. */
  of: string;
  /** In which it can be had. */
  formats: readonly EInvoiceFormat[];
  fetch: (format: EInvoiceFormat) => Promise<Response>;
  className?: string;
}

/**
 * Hands the e-invoice of a paper to the browser, in a format that is chosen; nothing where there is none. Staff are told what
 * the others lack, since it is theirs to give.
 */
export function EInvoiceButton({ of, formats, fetch, className = 'btn' }: Props) {
  const [open, setOpen] = useState(false);
  const offered = useMay()('orders.read') ? E_INVOICE_FORMATS : formats;
  if (offered.length === 0) return null;
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {formats.length === 0 ? 'Missing for the e-invoice' : 'E-invoice'}
      </button>
      {open && (
        <FormatDialog
          of={of}
          offered={offered}
          first={formats[0] ?? 'peppol'}
          fetch={fetch}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface DialogProps extends Pick<Props, 'of' | 'fetch'> {
  offered: readonly EInvoiceFormat[];
  /** The one that is chosen at first. */
  first: EInvoiceFormat;
  onClose: () => void;
}

function FormatDialog({ of, offered, first, fetch, onClose }: DialogProps) {
  const [format, setFormat] = useState(first);
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
        <legend className="mb-2">Ask the recipient which format they accept.</legend>
        {offered.map((each) => (
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
