import type { FormEvent } from 'react';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { findShelf } from '#web/queries/catalogue/stock-counts.ts';

/** A SKU or bar code, typed or read by a scanner, which ends it with Enter: goods of that product are announced. */
export function FindProduct({ onFound }: { onFound: (tool: Shelf) => void }) {
  const find = useAction();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code')).trim();
    if (code === '') return;
    await find.run(async () => {
      onFound(await findShelf(code));
      form.reset();
    });
  };
  return (
    <form noValidate className="fieldset w-full max-w-md" onSubmit={(event) => void submit(event)}>
      <label htmlFor="goods-code" className="label text-base-content">
        Announce goods: SKU or bar code, typed or scanned
      </label>
      <div className="flex gap-2">
        <input id="goods-code" name="code" autoComplete="off" maxLength={80} className="input w-full" />
        <button type="submit" className="btn" disabled={find.busy}>
          Announce …
        </button>
      </div>
      <FormProblem message={find.problem?.message} />
    </form>
  );
}
