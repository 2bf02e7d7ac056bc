import { say } from '#web/saying/say.ts';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { readListFile } from './read-file.ts';

/** The large box: pasted text is read at once, typed text by its button or Ctrl+Enter, a file when it is dropped or chosen. */
export function PasteBox({ onText }: { onText: (text: string) => Promise<void> }) {
  // What was typed before the script was there stays in the box, and is what is read.
  const area = useRef<HTMLTextAreaElement>(null);
  const isLive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const id = useId();

  const typed = () => area.current?.value ?? '';
  const write = (text: string) => {
    if (area.current) area.current.value = text;
  };
  const read = async (from: () => Promise<string> | string) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const list = await from();
      if (list.trim() === '') {
        setProblem(say('The list is empty. Paste or type at least one row.'));
        return;
      }
      await onText(list);
      write('');
    } catch (error) {
      // What was pasted stays in the box.
      setProblem(error instanceof Error ? error.message : say('This could not be read. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  const readFile = (file: File | undefined) => {
    if (file) void read(() => readListFile(file));
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const [file] = event.clipboardData.files;
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted === '' && file) {
      event.preventDefault();
      return readFile(file);
    }
    if (typed() !== '' || !/[\n\t]/.test(pasted.trim())) return;
    event.preventDefault();
    write(pasted);
    void read(() => pasted);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    const dropped = event.dataTransfer.getData('text/plain');
    if (file) readFile(file);
    else if (dropped) void read(() => dropped);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void read(typed);
  };
  return (
    <div
      className={`rounded-box border-2 border-dashed p-4 ${over ? 'border-accent' : 'border-base-300'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <label htmlFor={id} className="font-semibold">
        {say('Your list')}
      </label>
      <textarea
        ref={area}
        id={id}
        rows={6}
        spellCheck={false}
        className="textarea mt-2 w-full font-mono text-sm"
        placeholder={say('HAM-CL-16H;24\n24 x Claw Hammer 16 oz, Hickory\nBLT-M10-50   1,000')}
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={problem !== null || undefined}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-problem`} role="alert" className="text-error empty:hidden">
        {problem}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {/* While it reads it keeps the focus, which a disabled button loses. */}
        <button
          type="button"
          className={`btn btn-primary ${busy ? 'opacity-60' : ''}`}
          disabled={!isLive}
          aria-disabled={busy}
          onClick={() => void read(typed)}
        >
          {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
          <span>{say('Read the list')}</span>
        </button>
        <FileButton onChoose={readFile} />
        <span id={`${id}-hint`} className="muted text-sm">
          {say('CSV or XLSX, or drop it here. Up to 1,000 rows at a time.')}
        </span>
      </div>
    </div>
  );
}

function FileButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  return (
    <label className="btn btn-outline focus-within:outline-2">
      {say('Choose a file')}
      <input
        type="file"
        className="sr-only"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
