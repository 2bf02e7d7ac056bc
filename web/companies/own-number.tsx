import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { mayInCompany } from '#contract/company-policy.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { useSource } from '#web/api/use-source.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { keepOwnNumber, myCompaniesOf, ownNumberOf } from '#web/queries/buying/own-companies.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import type { SessionUser } from '#web/session/user.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  user: SessionUser;
  company: BuyingFor;
  toolId: string;
  tool: string;
  /** Null: the company has none of its own. */
  number: string | null;
}

/** What the company calls the tool of a page. */
export function OwnNumberOfTool({ user, company, tool }: { user: SessionUser; company: BuyingFor; tool: Tool }) {
  const known = useSource(ownNumberOf(user, company.id, tool));
  if (!known) return null;
  return (
    <div className="mt-6">
      <OwnNumber user={user} company={company} toolId={tool._id} tool={tool.name} number={known.number} />
    </div>
  );
}

/** What a company calls a tool, editable in place by those whose role allows it. */
export function OwnNumber({ user, company, toolId, tool, number }: Props) {
  const [isOpen, setOpen] = useState(false);
  const companies = useSource(myCompaniesOf(user));
  const mine = companies?.find(({ _id }) => _id === company.id);
  const mayChange = mine !== undefined && mayInCompany(mine.role, 'part-numbers');
  if (isOpen)
    return (
      <NumberForm number={number ?? ''} tool={tool} company={company} toolId={toolId} onClose={() => setOpen(false)} />
    );
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      {number !== null && <span className="muted">{say('Your number {number}', { number })}</span>}
      {mayChange && (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {number === null ? say('Add your own number') : say('Change')}
          <span className="sr-only">{say(' of {tool}', { tool })}</span>
        </button>
      )}
    </span>
  );
}

interface FormProps extends Omit<Props, 'user' | 'number'> {
  number: string;
  onClose: () => void;
}

function NumberForm({ company, toolId, tool, number, onClose }: FormProps) {
  const [typed, setTyped] = useState(number);
  const action = useAction();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  // The number can be typed at once.
  useEffect(() => field.current?.focus(), []);
  const wanted = typed.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await action.run(() => keepOwnNumber(company.id, toolId, wanted))) onClose();
  };
  return (
    <form className="flex flex-wrap items-center gap-2" noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={fieldId} className="text-sm">
        <span>{say('Your number')}</span>
        <span className="sr-only">{say(' of {tool}', { tool })}</span>
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
        {wanted === '' ? say('Remove number') : say('Save number')}
      </button>
      <button type="button" className="btn btn-sm btn-ghost" onClick={onClose}>
        {say('Cancel')}
      </button>
      <FormProblem message={action.problem?.message} />
    </form>
  );
}
