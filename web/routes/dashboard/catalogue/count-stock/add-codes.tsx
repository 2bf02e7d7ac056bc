import { useRef, useState } from 'react';
import { TextField } from '#web/forms/text-field.tsx';
import { codesOf } from './counted-line.ts';

/** Takes a stock number or bar code, scanned or typed, or a pasted list of them; the next one can be scanned at once. */
export function AddCodes({ busy, onAdd }: { busy: boolean; onAdd: (codes: readonly string[]) => Promise<unknown> }) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const add = async (codes: readonly string[]) => {
    await onAdd(codes);
    setCode('');
    field.current?.focus();
  };
  return (
    <form
      className="mb-4 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') void add([code.trim()]);
      }}
    >
      <div className="w-full max-w-sm">
        <TextField
          ref={field}
          label="Stock number or bar code"
          hint="Scan or type one, or paste a list with one per line."
          autoComplete="off"
          maxLength={64}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          onPaste={(event) => {
            const codes = codesOf(event.clipboardData.getData('text'));
            if (codes.length < 2) return;
            event.preventDefault();
            void add(codes);
          }}
        />
      </div>
      <button className="btn sm:mt-8" disabled={busy || code.trim() === ''}>
        {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        <span>Add</span>
      </button>
    </form>
  );
}
