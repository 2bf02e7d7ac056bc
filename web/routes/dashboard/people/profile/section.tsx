import { type ReactNode, useId, useState } from 'react';

/** One matter of the account: its heading with how things stand, opened for the rest. */
export function Section({ title, state, children }: { title: string; state?: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="border-base-300 max-w-xl border-t">
      <h2 className="font-semibold">
        <button
          type="button"
          className="flex min-h-12 w-full cursor-pointer items-center gap-2 py-3 text-left"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <span aria-hidden="true" className={`transition-transform ${open ? 'rotate-90' : ''}`}>
            ›
          </span>
          {title}
          {state && <span className="badge badge-sm badge-outline ml-auto font-normal">{state}</span>}
        </button>
      </h2>
      <div id={id} hidden={!open} className="pb-6 pl-4">
        {open && children}
      </div>
    </div>
  );
}
