import { useForm } from 'react-hook-form';
import type { Company } from '#contract/buying/companies.ts';
import { FirmForm } from '#web/firms/firm-form.tsx';
import { sending } from '#web/forms/in-dialog.ts';
import { useEditFirm } from '#web/queries/buying/firms.ts';
import { toast } from '#web/shell/toasts.ts';
import { Part } from '#web/ui/part.tsx';

/** What the firm says of itself, as its managers change it. */
export function FirmFacts({ firm }: { firm: Company }) {
  const { name, vatId, invoiceAddress, invoiceEmail, buyerReference, peppolId, version } = firm;
  const form = useForm({
    defaultValues: { name, vatId, invoiceAddress, invoiceEmail, buyerReference, peppolId },
  });
  const edit = useEditFirm(firm._id);
  const submit = sending(form, async (typed) => {
    await edit.mutateAsync({ ...typed, version });
    toast.success('Saved');
  });
  return (
    <Part id="firm-facts" title="Facts">
      <FirmForm form={form} name={{ 'aria-labelledby': 'firm-facts' }} submit="Save the facts" onSubmit={submit} />
    </Part>
  );
}
