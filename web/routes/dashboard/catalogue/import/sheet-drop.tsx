import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { MAX_SHEET_BYTES } from '#contract/limits.ts';
import { sendSheet } from '#web/queries/catalogue/imports.ts';

/**
 * Takes a sheet, dropped or chosen, sends it and tells the id of the import that it became.
 * @param list the price list whose prices it has; without it, it is of tools
 */
export function SheetDrop({ onImport, list }: { onImport: (id: string, file: File) => void; list?: string }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File | undefined) => {
    if (!file || part !== null) return;
    setProblem(null);
    if (file.size > MAX_SHEET_BYTES) {
      setProblem('A sheet can be at most 50 MB. Send fewer rows or columns at once.');
      return;
    }
    const { signal } = (running.current = new AbortController());
    setPart(0);
    try {
      onImport((await sendSheet(file.name, file, { onProgress: setPart, signal, list }))._id, file);
    } catch (error) {
      if (!signal.aborted)
        setProblem(error instanceof Error ? error.message : 'The sheet could not be sent. Please try again.');
    }
    setPart(null);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={`rounded-box mb-8 border-2 border-dashed p-4 ${over ? 'border-accent' : 'border-base-300'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id} className="font-semibold">
        Drop a sheet here, or choose one
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xml,text/csv,text/xml,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={part !== null}
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-note`}
        className={`file-input mt-2 w-full ${problem === null ? '' : 'file-input-error'}`}
        onChange={({ target }) => {
          const file = target.files?.[0];
          void send(file);
          // So that the same file can be chosen again once it is mended.
          target.value = '';
        }}
      />
      <div id={`${id}-note`} className="mt-2">
        {problem === null ? (
          <p className="muted text-sm">
            CSV or XLSX with the headings of an export, or BMEcat, up to 50 MB. Rows are matched by _id, then sku, then
            name; fields without a column stay as they are. You see all changes before anything is saved.
          </p>
        ) : (
          <p role="alert" className="text-error">
            {problem}
          </p>
        )}
      </div>
      {part !== null && (
        <progress
          className="progress progress-primary mt-2 w-full"
          max={100}
          value={part < 1 ? Math.round(part * 100) : undefined}
          aria-label={part < 1 ? 'Sending the sheet' : 'Checking the sheet'}
        />
      )}
      <p role="status">{part === null ? '' : part < 1 ? 'Sending the sheet …' : 'Checking every row …'}</p>
    </div>
  );
}
