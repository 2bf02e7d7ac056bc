import { useRef } from 'react';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { findShelf } from '#web/queries/catalogue/stock-counts.ts';

interface Props {
  /** The product is here, or is looked for: Enter, as a scanner ends a code. */
  onScan: (tool: Shelf) => Promise<void> | void;
  /** More of it is to come. */
  onAnnounce: (tool: Shelf) => void;
}

/** A SKU or bar code, typed or read by a scanner: what came of it is received, or more of it is announced. */
export function FindProduct({ onScan, onAnnounce }: Props) {
  const find = useAction();
  const form = useRef<HTMLFormElement>(null);
  const look = async (then: Props['onScan']) => {
    const code = String(new FormData(form.current!).get('code')).trim();
    if (code === '') return;
    const isFound = await find.run(async () => then(await findShelf(code)));
    if (isFound) form.current?.reset();
  };
  return (
    <form
      ref={form}
      noValidate
      className="fieldset w-full max-w-md"
      onSubmit={(event) => {
        event.preventDefault();
        void look(onScan);
      }}
    >
      <label htmlFor="goods-code" className="label text-base-content">
        SKU or bar code of what comes, typed or scanned
      </label>
      <input id="goods-code" name="code" autoComplete="off" maxLength={80} className="input input-lg w-full" />
      <div className="mt-1 flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary min-h-11" disabled={find.busy}>
          Receive …
        </button>
        <button type="button" className="btn min-h-11" disabled={find.busy} onClick={() => void look(onAnnounce)}>
          Announce …
        </button>
      </div>
      <FormProblem message={find.problem?.message} />
    </form>
  );
}
