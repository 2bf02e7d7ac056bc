import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { filesOfZip } from './files-of-zip.ts';
import { sendSheet } from '#web/queries/catalogue/imports.ts';
import { counted } from '#web/shell/format.ts';

/** Files that were given at once: what each comes to, and the sheet that says it of the products. */
export interface Batch {
  /** Sends one. @returns why it cannot be used, nothing where it can @throws Error whose message says why */
  take: (file: File, signal: AbortSignal) => Promise<string | undefined>;
  /** How many the sheet is of, and its CSV, when all were taken. */
  end: () => { count: number; csv: string };
}

interface Props {
  what: 'Picture' | 'Document';
  /** Files to choose from, as the browser is told. */
  accept: string;
  note: string;
  /** Whether a whole folder can be chosen, too. */
  takesFolders?: boolean;
  begin: () => Batch;
  onImport: (id: string) => void;
  /** What is asked before the files. */
  children?: ReactNode;
  /** What is said when they are in. */
  outcome?: ReactNode;
}

/**
 * Takes a folder's files at once and makes an import of those that belong to a product, so that they are looked at before
 * anything is shown and can be undone.
 */
export function FileDrop({ what, accept, note, takesFolders = false, begin, onImport, children, outcome }: Props) {
  const id = useId();
  const noun = what.toLowerCase();
  const [done, setDone] = useState<{ now: number; of: number } | null>(null);
  const [refused, setRefused] = useState<readonly { name: string; why: string }[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const add = async (chosen: readonly File[]) => {
    const { signal } = (running.current = new AbortController());
    const batch = begin();
    const without: { name: string; why: string }[] = [];
    setRefused([]);
    setDone({ now: 0, of: chosen.length });
    const files: File[] = [];
    for (const file of chosen)
      if (/\.zip$/i.test(file.name))
        await filesOfZip(file).then(
          (inside) => files.push(...inside),
          (error: unknown) => without.push({ name: file.name, why: reason('It could not be unpacked.')(error) }),
        );
      else files.push(file);
    for (const [now, file] of files.entries()) {
      setDone({ now, of: files.length });
      const why = await batch.take(file, signal).catch(reason('It could not be sent.'));
      if (signal.aborted) return;
      if (why !== undefined) without.push({ name: file.name, why });
    }
    const { count, csv } = batch.end();
    const sheet = new Blob([csv], { type: 'text/csv' });
    try {
      if (count > 0) onImport((await sendSheet(`${counted(count, noun)} by file`, sheet, { signal }))._id);
    } catch (error) {
      without.push({ name: `All ${noun}s`, why: reason('Please try again.')(error) });
    }
    setRefused(without);
    setDone(null);
  };

  return (
    <div className="rounded-box border-base-300 mb-8 border p-4">
      <label htmlFor={id} className="font-semibold">
        {what}s by file
      </label>
      {children}
      <input
        id={id}
        type="file"
        multiple
        accept={accept}
        disabled={done !== null}
        aria-describedby={`${id}-note`}
        className="file-input mt-2 w-full"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) void add(files);
        }}
      />
      {takesFolders && (
        <label className="link mt-2 inline-flex min-h-6 cursor-pointer items-center">
          <input
            type="file"
            className="sr-only"
            disabled={done !== null}
            ref={(input) => input?.setAttribute('webkitdirectory', '')}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])].filter(({ name }) => !name.startsWith('.'));
              target.value = '';
              if (files.length > 0) void add(files);
            }}
          />
          <span>Choose a folder</span>
        </label>
      )}
      <p id={`${id}-note`} className="muted mt-2 text-sm">
        {note}
      </p>
      {done && (
        <progress
          className="progress progress-primary mt-2 w-full"
          max={done.of}
          value={done.now}
          aria-label={`Sending the ${noun}s`}
        />
      )}
      <div role="status">
        {done && <p>{`${what} ${done.now + 1} of ${done.of} …`}</p>}
        {outcome}
      </div>
      {refused.length > 0 && (
        <div role="alert" className="text-error mt-2">
          <p>{counted(refused.length, 'file')} could not be used:</p>
          <ul className="list-disc pl-5">
            {refused.map(({ name, why }) => (
              <li key={name} className="break-words">
                {name}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What an error says, or the words for one that says nothing. */
function reason(otherwise: string): (error: unknown) => string {
  return (error) => (error instanceof Error ? error.message : otherwise);
}
