import type { Company } from '#contract/buying/companies.ts';
import { FirmForm } from '#web/firms/firm-form.tsx';
import { sending } from '#web/forms/in-dialog.ts';
import { useFollowing } from '#web/forms/use-following.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { Part } from '#web/ui/part.tsx';

/** What the firm says of itself, as its managers change it. */
export function FirmFacts({ firm }: { firm: Company }) {
  const { name, vatId, invoiceAddress, invoiceEmail, buyerReference, peppolId, version } = firm;
  const facts = { name, vatId, invoiceAddress, invoiceEmail, buyerReference, peppolId };
  const form = useForm({ defaultValues: facts });
  useFollowing(form, facts);
  const submit = sending(form, async (typed) => {
    await userChange('PUT /company/:id', { params: { id: firm._id }, body: { ...typed, version } });
    toast.success('Saved');
  });
  return (
    <Part id="firm-facts" title="Facts">
      <FirmForm form={form} name={{ 'aria-labelledby': 'firm-facts' }} submit="Save the facts" onSubmit={submit} />
    </Part>
  );
}
