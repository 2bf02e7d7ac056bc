import { useSource } from '#web/api/use-source.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { firmOf } from '#web/queries/buying/own-firms.ts';
import type { SessionUser } from '#web/session/user.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';

interface Props {
  user: SessionUser;
  firm: BuyingFor;
  value: string;
  onChange: (code: string) => void;
}

/** For which of the firm's accounts an order is; nothing where the firm has none. */
export function CostCentreField({ user, firm, value, onChange }: Props) {
  const facts = useSource(firmOf(user, firm.id));
  const centres = facts?.costCentres.filter(({ active }) => active) ?? [];
  if (centres.length === 0) return null;
  return (
    <SelectField
      label="Cost centre"
      options={[['', 'None'], ...centres.map(({ code, name }) => [code, name ? `${code}, ${name}` : code] as const)]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
