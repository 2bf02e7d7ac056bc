import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { NewTool } from '#contract/tools.ts';
import { outdate } from '#web/api/caches.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { RequireAdmin } from '#web/routes/dashboard/require-admin.tsx';
import { userCall } from '#web/session/tab-session.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Route } from './+types/page.ts';
import { ToolFields } from './tool-fields.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Add a new Product', description: 'Add a tool to the catalogue.' });

export default function AddProductPage() {
  return (
    <RequireAdmin user={useDashboardUser()}>
      <section className="max-w-xl">
        <h2 className="mb-4 text-xl font-semibold">Add a new Product</h2>
        <ProductForm />
      </section>
    </RequireAdmin>
  );
}

const EMPTY = {
  name: '',
  description: '',
  price: '',
  availableQuantity: '',
  minOrderQuantity: '',
  image: '',
  sku: '',
  category: '',
};

function ProductForm() {
  const form = useForm({ resolver: contractResolver(NewTool), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const image = useWatch({ control: form.control, name: 'image' });
  const [sending, setSending] = useState(false);

  const submit = form.handleSubmit(async (tool) => {
    try {
      await userCall('POST /tool', { body: tool });
      await outdate('tools', 'categories');
      form.reset(EMPTY);
      toast.success('New Product Added');
    } catch (error) {
      showIssues(form, error, { INVALID_IMAGE_URL: 'image' });
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <ToolFields
        register={form.register}
        errors={errors}
        image={image}
        onUploaded={(address) => form.setValue('image', address, { shouldDirty: true, shouldValidate: true })}
        onSending={setSending}
      />
      <FormProblem message={errors.root?.message} />
      <button className="btn btn-primary mt-4" disabled={isSubmitting || sending}>
        Add Product
      </button>
    </form>
  );
}
