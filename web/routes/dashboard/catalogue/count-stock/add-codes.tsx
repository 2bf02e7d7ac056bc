import { useRef, useState } from 'react';
import { TextField } from '#web/forms/text-field.tsx';
import { codesOf } from './counted-line.ts';

interface Props {
  busy: boolean;
  /** @param scanned one code, scanned or typed; else a pasted list of what to count */
  onAdd: (codes: readonly string[], scanned: boolean) => Promise<unknown>;
}

/** Takes a stock number or bar code, scanned or typed, or a pasted list of them; the next one can be scanned at once. */
export function AddCodes({ busy, onAdd }: Props) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = (codes: readonly string[], scanned: boolean) => {
    setCode('');
    field.current?.focus();
    void onAdd(codes, scanned);
  };
  return (
    <form
      className="mb-4 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') add([code.trim()], true);
      }}
    >
      <div className="w-full max-w-sm">
        <TextField
          ref={field}
          label="Stock number or bar code"
          hint="Scan or type one, or paste a list with one per line. Each scan of a pack counts one pack."
          autoComplete="off"
          maxLength={64}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          onPaste={(event) => {
            const codes = codesOf(event.clipboardData.getData('text'));
            if (codes.length < 2) return;
            event.preventDefault();
            add(codes, false);
          }}
        />
      </div>
      <button className="btn sm:mt-8" disabled={code.trim() === ''}>
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        <span>Add</span>
      </button>
    </form>
  );
}
