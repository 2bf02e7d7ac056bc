import { PayField } from '#web/companies/pay-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useMay } from '#web/queries/people/role.ts';
import { useUser } from '#web/session/signed-in.ts';

/** The company that buys on account, and the reason where this exceeds its limit. */
interface OnAccount {
  owedBy: string | null;
  reason: string;
}

export const PAYS_FIRST: OnAccount = { owedBy: null, reason: '' };

interface Props {
  /** Empty: no company. */
  companyId: string;
  price: number | null;
  value: OnAccount;
  onChange: (value: OnAccount) => void;
}

/** Whether the company that staff order for pays first; nothing where it is no company, or nothing else is agreed. */
export function OnAccountChoice({ companyId, price, value, onChange }: Props) {
  const user = useUser();
  const mayOverrule = useMay()('companies.terms');
  if (companyId === '') return null;
  const isOwed = value.owedBy === companyId;
  return (
    <>
      <PayField
        user={user}
        company={{ id: companyId, name: '' }}
        price={price}
        mayOverrule={mayOverrule}
        value={isOwed ? 'account' : 'first'}
        onChange={(pay) => onChange({ ...value, owedBy: pay === 'account' ? companyId : null })}
      />
      {isOwed && mayOverrule && (
        <TextField
          label="Reason for exceeding the limit"
          hint="Only needed if the order exceeds the credit limit or something is overdue. Kept in the audit log."
          value={value.reason}
          onChange={({ target }) => onChange({ ...value, reason: target.value })}
        />
      )}
    </>
  );
}

/** What the order says of it. */
export function payOf({ owedBy, reason }: OnAccount, companyId: string) {
  if (companyId === '' || owedBy !== companyId) return {};
  return { pay: 'account' as const, ...(reason.trim() === '' ? {} : { creditReason: reason.trim() }) };
}
