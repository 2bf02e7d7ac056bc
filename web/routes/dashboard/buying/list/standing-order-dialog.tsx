import { useWatch } from 'react-hook-form';
import type { MyCompany } from '#contract/buying/companies.ts';
import type { NamedList } from '#contract/buying/named-lists.ts';
import type { StandingOrder } from '#contract/buying/standing-orders.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import { writtenDay } from '#contract/days.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog, sending } from '#web/forms/in-dialog.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { setStanding } from '#web/queries/list-calls.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { toast } from '#web/shell/toasts.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { PAY_WORDS, WEEKDAYS } from './standing-words.ts';

interface Props {
  list: NamedList;
  /** Null: there is none yet. */
  standing: StandingOrder | null;
  companies: readonly MyCompany[];
  onClose: () => void;
}

/** What the fields begin with. @param companyId of whom it would be for, where nothing is set yet */
function startOf(standing: StandingOrder | null, companyId = '') {
  return {
    every: standing?.every ?? 'week',
    day: String(standing?.day ?? 1),
    until: standing?.until ?? '',
    companyId: standing ? (standing.companyId ?? '') : companyId,
    pay: standing?.pay ?? ('' as const),
    purchaseOrder: standing?.purchaseOrder ?? '',
    costCentre: standing?.costCentre ?? '',
  };
}

/** On which days a list is ordered, for whom, until when, and how it is paid. */
export function StandingOrderDialog({ list, standing, companies, onClose }: Props) {
  const buying = useBuyingFor();
  const buyers = companies.filter(({ role, status }) => mayInCompany(role, 'order') && status === 'active');
  // The company whose list it is, else the one that is bought for, at whose prices the list is shown.
  const begun = buyers.find(({ _id }) => _id === (list.companyId ?? buying?.id));
  const form = useForm({ defaultValues: startOf(standing, begun?._id) });
  const [every, companyId] = useWatch({ control: form.control, name: ['every', 'companyId'] });
  const submit = sending(form, async ({ until, pay, purchaseOrder, costCentre, ...typed }) => {
    const isForCompany = typed.companyId !== '';
    const { next } = await setStanding(list._id, {
      every: typed.every,
      day: typed.day,
      until: until || null,
      companyId: typed.companyId || null,
      // What no company owes cannot be on account.
      pay: pay === '' || (pay === 'account' && !isForCompany) ? null : pay,
      ...(isForCompany ? { purchaseOrder, costCentre } : {}),
      ...(standing ? { version: standing.version } : {}),
    });
    toast.success(next === null ? 'Standing order saved' : `It will be ordered on ${writtenDay(next)}`);
    onClose();
  });
  return (
    <FormDialog
      title="Standing order"
      submit={standing?.state === 'paused' ? 'Set it again' : 'Save'}
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <SelectField
        label="How often"
        options={[
          ['week', 'Every week'],
          ['month', 'Every month'],
        ]}
        {...fieldIn(form, 'every', { onChange: () => form.setValue('day', '1') })}
      />
      {every === 'week' ? (
        <SelectField key="week" label="Day of the week" options={WEEKDAYS} {...fieldIn(form, 'day')} />
      ) : (
        <NumberField
          key="month"
          whole
          label="Day of the month"
          hint="From 1 to 31. A shorter month has its last day instead."
          {...fieldIn(form, 'day')}
        />
      )}
      <TextField
        label="Last day"
        type="date"
        hint="Leave empty to go on until you stop it."
        {...fieldIn(form, 'until')}
      />
      <SelectField
        label="For"
        options={[['', 'Myself'], ...buyers.map(({ _id, name }) => [_id, name] as const)]}
        hint="It goes to the default address of the company, else to your own."
        {...fieldIn(form, 'companyId')}
      />
      <SelectField
        label="How it is paid"
        options={[
          ['', 'Choose for each order'],
          ['card', PAY_WORDS.card],
          ['transfer', PAY_WORDS.transfer],
          ...(companyId === '' ? [] : [['account', PAY_WORDS.account] as const]),
        ]}
        {...fieldIn(form, 'pay')}
      />
      {companyId !== '' && (
        <>
          <TextField
            label="Purchase order number"
            autoComplete="off"
            maxLength={64}
            hint="The same on each order."
            {...fieldIn(form, 'purchaseOrder')}
          />
          <TextField label="Cost centre" autoComplete="off" maxLength={40} {...fieldIn(form, 'costCentre')} />
        </>
      )}
      <p className="mt-3">
        On a day without work it is ordered on the next working day. You get an e-mail two working days before.
      </p>
    </FormDialog>
  );
}
