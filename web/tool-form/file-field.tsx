import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';

interface Props {
  label: string;
  /** What is sent, as in `the picture`. */
  what: string;
  /** Files to choose from, as the browser is told, and as people read it. */
  accept: string;
  note: string;
  /** A larger file is not sent. */
  maxBytes: number;
  tooLarge: string;
  /** `onProgress` gets the sent part, from 0 to 1. @throws Error whose message says why it was not taken */
  send: (file: File, way: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<void>;
}

/** A file that is sent as soon as it is chosen: how far it is, and what was wrong with it. */
export function FileField({ label, what, accept, note, maxBytes, tooLarge, send }: Props) {
  const id = useId();
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File) => {
    const { signal } = (running.current = new AbortController());
    setPart(0);
    try {
      await send(file, { onProgress: setPart, signal });
      setDone(true);
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : `The ${what} could not be uploaded.`);
    }
    setPart(null);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    setProblem(null);
    setDone(false);
    if (!file) return;
    if (file.size > maxBytes) setProblem(tooLarge);
    else void upload(file);
    // So that the same file can be chosen again after a refusal.
    target.value = '';
  };
  return (
    <div className="fieldset">
      <label htmlFor={id} className="label text-base-content">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={part !== null}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={`${id}-note`}
        className={`file-input w-full ${problem === null ? '' : 'file-input-error'}`}
        onChange={choose}
      />
      <div id={`${id}-note`}>
        {problem === null ? (
          note && <p>{note}</p>
        ) : (
          <p className="text-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      {part !== null && (
        <progress
          className="progress progress-primary w-full"
          max={100}
          value={Math.round(part * 100)}
          aria-label={`Uploading the ${what}`}
        />
      )}
      <p role="status">{part !== null ? `Uploading the ${what} …` : done ? `The ${what} is uploaded.` : ''}</p>
    </div>
  );
}
