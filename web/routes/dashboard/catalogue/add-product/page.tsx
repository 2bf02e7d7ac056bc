import { useState } from 'react';
import { NewTool } from '#contract/catalogue/tools.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import { EMPTY_TOOL } from '#web/tool-form/fields.ts';
import { ToolFields } from '#web/tool-form/tool-fields.tsx';
import { usePictureCheck } from '#web/tool-form/use-picture-check.ts';

export const meta = metaOf({ title: 'Add a new Product', description: 'Add a tool to the catalogue.' });

export default function AddProductPage() {
  return (
    <RequirePermission permission="tools.write">
      <section className="max-w-3xl">
        <h2 className="mb-4 text-xl font-semibold">Add a new Product</h2>
        <ProductForm />
      </section>
    </RequirePermission>
  );
}

function ProductForm() {
  const form = useForm({ resolver: contractResolver(NewTool), defaultValues: EMPTY_TOOL });
  const { errors, isSubmitting } = form.formState;
  const mayShow = usePictureCheck(form);
  const [sending, setSending] = useState(false);

  const submit = form.handleSubmit(async (tool) => {
    try {
      if (!(await mayShow(tool.image))) return;
      await userChange('POST /tool', { body: tool });
      form.setFocus('name');
      form.reset(EMPTY_TOOL);
      toast.success('New Product Added');
    } catch (error) {
      showIssues(form, error, { INVALID_IMAGE_URL: 'image' });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <ToolFields form={form} onSending={setSending} />
      <FormProblem message={errors.root?.message} />
      <button className="btn btn-primary mt-4" disabled={isSubmitting || sending}>
        Add Product
      </button>
    </form>
  );
}
