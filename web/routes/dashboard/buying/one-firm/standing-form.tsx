import { type FormEvent, useState } from 'react';
import type { Company, CompanyStatus } from '#contract/buying/companies.ts';
import { STATUS_WORDS, typedLimit } from '#web/firms/firm-words.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField } from '#web/forms/text-field.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { useSetStanding } from '#web/queries/buying/firms.ts';
import { usePriceLists } from '#web/queries/catalogue/price-lists.ts';
import { useMay } from '#web/queries/people/role.ts';
import type { SessionUser } from '#web/session/user.ts';
import { toast } from '#web/shell/toasts.ts';

const STATUSES = Object.keys(STATUS_WORDS) as CompanyStatus[];

/** What is agreed with a firm: each of the staff changes what their role may. */
export function StandingForm({ user, firm }: { user: SessionUser; firm: Company }) {
  const may = useMay(user);
  const [status, setStatus] = useState(firm.status);
  const [priceList, setPriceList] = useState(firm.priceList ?? '');
  const [termsDays, setTermsDays] = useState(firm.termsDays === null ? '' : String(firm.termsDays));
  const [creditLimit, setCreditLimit] = useState(firm.creditLimit === null ? '' : String(firm.creditLimit));
  const setStanding = useSetStanding(firm._id);
  const action = useAction();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      status,
      priceList: priceList === '' ? null : priceList,
      termsDays: typedLimit(termsDays),
      creditLimit: typedLimit(creditLimit),
      version: firm.version,
    };
    if (await action.run(() => setStanding.mutateAsync(body))) toast.success('Saved');
  };
  return (
    <form aria-labelledby="standing" className="mt-8" onSubmit={(event) => void submit(event)}>
      <h3 id="standing" className="text-lg font-semibold">
        What is agreed
      </h3>
      <fieldset disabled={!may('companies')} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">State and prices</legend>
        <SelectField
          label="State"
          options={Object.entries(STATUS_WORDS)}
          value={status}
          onChange={({ target }) => setStatus(STATUSES.find((each) => each === target.value) ?? status)}
        />
        {may('tools.write') && <PriceListSelect user={user} value={priceList} onChange={setPriceList} />}
      </fieldset>
      <fieldset disabled={!may('companies.terms')} className="grid gap-x-6 sm:grid-cols-2">
        <legend className="sr-only">Terms</legend>
        <NumberField
          label="Days to pay"
          hint="Empty: pays before the goods leave"
          whole
          value={termsDays}
          onChange={({ target }) => setTermsDays(target.value)}
        />
        <NumberField
          label="Credit limit"
          hint="Empty: no limit"
          value={creditLimit}
          onChange={({ target }) => setCreditLimit(target.value)}
        />
      </fieldset>
      <FormProblem message={action.problem?.message} />
      <button className="btn btn-primary mt-4" disabled={action.busy}>
        Save what is agreed
      </button>
    </form>
  );
}

interface SelectProps {
  user: SessionUser;
  value: string;
  onChange: (id: string) => void;
}

function PriceListSelect({ user, value, onChange }: SelectProps) {
  const { data: lists = [] } = usePriceLists(user);
  return (
    <SelectField
      label="Price list"
      options={[['', "The tools' own prices"], ...lists.map(({ _id, name }) => [_id, name] as const)]}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
