import { useSource } from '#web/api/use-source.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { companyOf } from '#web/queries/buying/own-companies.ts';
import type { SessionUser } from '#web/session/user.ts';
import type { BuyingFor } from '#web/session/buying-for.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  user: SessionUser;
  company: BuyingFor;
  value: string;
  onChange: (code: string) => void;
}

/** For which of the company's accounts an order is; nothing where the company has none. */
export function CostCentreField({ user, company, value, onChange }: Props) {
  const facts = useSource(companyOf(user, company.id));
  const centres = facts?.costCentres.filter(({ active }) => active) ?? [];
  if (centres.length === 0) return null;
  return (
    <SelectField
      label={say('Cost centre')}
      options={[
        ['', say('None')],
        ...centres.map(({ code, name }) => [code, name ? `${code}, ${name}` : code] as const),
      ]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
