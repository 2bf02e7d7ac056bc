import { PayField } from '#web/firms/pay-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useMay } from '#web/queries/people/role.ts';
import { useUser } from '#web/session/signed-in.ts';

/** The firm that is to owe an order, and why although it may owe no more. */
interface OnAccount {
  owedBy: string | null;
  reason: string;
}

export const PAYS_FIRST: OnAccount = { owedBy: null, reason: '' };

interface Props {
  /** Empty: no firm. */
  companyId: string;
  price: number | null;
  value: OnAccount;
  onChange: (value: OnAccount) => void;
}

/** Whether the firm that staff order for pays first; nothing where it is no firm, or nothing else is agreed. */
export function OnAccountChoice({ companyId, price, value, onChange }: Props) {
  const user = useUser();
  const mayOverrule = useMay()('companies.terms');
  if (companyId === '') return null;
  const isOwed = value.owedBy === companyId;
  return (
    <>
      <PayField
        user={user}
        firm={{ id: companyId, name: '' }}
        price={price}
        mayOverrule={mayOverrule}
        value={isOwed ? 'account' : 'first'}
        onChange={(pay) => onChange({ ...value, owedBy: pay === 'account' ? companyId : null })}
      />
      {isOwed && mayOverrule && (
        <TextField
          label="Why beyond what it may owe"
          hint="Only where its limit or something overdue speaks against it. It stays in the audit log."
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
