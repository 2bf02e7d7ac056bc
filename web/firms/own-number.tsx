import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { mayInCompany } from '#contract/company-policy.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { keepOwnNumber, myFirmsOf, ownNumberOf } from '#web/queries/buying/own-firms.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';

interface Props {
  user: SessionUser;
  firm: BuyingFor;
  toolId: string;
  tool: string;
  /** Null: the firm has none of its own. */
  number: string | null;
}

/** What the firm calls the tool of a page. */
export function OwnNumberOfTool({ user, firm, tool }: { user: SessionUser; firm: BuyingFor; tool: Tool }) {
  const known = useSource(ownNumberOf(user, firm.id, tool));
  if (!known) return null;
  return (
    <div className="mt-6">
      <OwnNumber user={user} firm={firm} toolId={tool._id} tool={tool.name} number={known.number} />
    </div>
  );
}

/** What a firm calls a tool, to be changed where it stands by whom the firm lets do so. */
export function OwnNumber({ user, firm, toolId, tool, number }: Props) {
  const [isOpen, setOpen] = useState(false);
  const firms = useSource(myFirmsOf(user));
  const mine = firms?.find(({ _id }) => _id === firm.id);
  const mayChange = mine !== undefined && mayInCompany(mine.role, 'part-numbers');
  if (isOpen)
    return <NumberForm number={number ?? ''} tool={tool} firm={firm} toolId={toolId} onClose={() => setOpen(false)} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      {number !== null && <span className="muted">Your number {number}</span>}
      {mayChange && (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {number === null ? 'Give it a number of yours' : 'Change'}
          <span className="sr-only"> of {tool}</span>
        </button>
      )}
    </span>
  );
}

interface FormProps extends Omit<Props, 'user' | 'number'> {
  number: string;
  onClose: () => void;
}

function NumberForm({ firm, toolId, tool, number, onClose }: FormProps) {
  const [typed, setTyped] = useState(number);
  const action = useAction();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  // Whoever opened it types next.
  useEffect(() => field.current?.focus(), []);
  const wanted = typed.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await action.run(() => keepOwnNumber(firm.id, toolId, wanted))) onClose();
  };
  return (
    <form className="flex flex-wrap items-center gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={fieldId} className="text-sm">
        Your number<span className="sr-only"> of {tool}</span>
      </label>
      <input
        id={fieldId}
        ref={field}
        className="input input-sm w-40"
        maxLength={64}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button className="btn btn-sm" disabled={action.busy || wanted === number}>
        {wanted === '' ? 'Forget it' : 'Keep it'}
      </button>
      <button type="button" className="btn btn-sm btn-ghost" onClick={onClose}>
        Cancel
      </button>
      <FormProblem message={action.problem?.message} />
    </form>
  );
}
