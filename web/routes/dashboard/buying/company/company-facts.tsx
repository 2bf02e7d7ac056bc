import type { Company } from '#contract/buying/companies.ts';
import { CompanyForm } from '#web/companies/company-form.tsx';
import { sending } from '#web/forms/in-dialog.ts';
import { useFollowing } from '#web/forms/use-following.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { toast } from '#web/shell/toasts.ts';
import { Part } from '#web/ui/part.tsx';

/** What the company says of itself, as its managers change it. */
export function CompanyFacts({ company }: { company: Company }) {
  const { name, vatId, invoiceAddress, invoiceEmail, buyerReference, peppolId, language, version } = company;
  const facts = { name, vatId, invoiceAddress, invoiceEmail, buyerReference, peppolId, language };
  const form = useForm({ defaultValues: facts });
  useFollowing(form, facts);
  const submit = sending(form, async (typed) => {
    await userChange('PUT /company/:id', { params: { id: company._id }, body: { ...typed, version } });
    toast.success('Saved');
  });
  return (
    <Part id="company-facts" title="Company details">
      <CompanyForm form={form} name={{ 'aria-labelledby': 'company-facts' }} submit="Save details" onSubmit={submit} />
    </Part>
  );
}
