import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { addCustomer } from '#web/queries/buying/customers.ts';
import { toast } from '#web/shell/toasts.ts';

interface Props {
  /** Under which nobody has an account. */
  email: string;
  /** The company that they belong to from then on; empty: none. */
  companyId: string;
  /** What the form says of them by now. */
  said: () => { name: string; phone: string };
  onNameless: () => void;
  onKept: () => void;
}

/** Keeps somebody who never registered as a customer, so that one can order for them. */
export function NewCustomer({ email, companyId, said, onNameless, onKept }: Props) {
  const action = useAction();
  const keep = async () => {
    const { name, phone } = said();
    if (name.trim() === '') return onNameless();
    const company = companyId === '' ? {} : { companyId, role: 'buyer' as const };
    if (!(await action.run(() => addCustomer({ email, name: name.trim(), phone: phone.trim(), ...company })))) return;
    toast.success(`${email} is now a customer and gets an e-mail`);
    onKept();
  };
  return (
    <div className="alert mb-3 flex-wrap">
      <p className="min-w-0 grow break-words">
        Nobody has an account under {email}. Enter a name below to add them as a customer
        {companyId === '' ? '' : <span>{' and a buyer for the company'}</span>}
        <span>; an e-mail asks them to choose how to sign in.</span>
      </p>
      <button type="button" className="btn btn-sm" disabled={action.busy} onClick={() => void keep()}>
        Add as a new customer
      </button>
      <FormProblem message={action.problem?.message} />
    </div>
  );
}
