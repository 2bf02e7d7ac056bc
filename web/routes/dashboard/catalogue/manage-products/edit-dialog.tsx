import { useState } from 'react';
import { NewTool, type Tool } from '#contract/catalogue/tools.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { showIssues } from '#web/forms/server-issues.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { changeRead } from '#web/queries/catalogue/manage-tools.ts';
import { toast } from '#web/shell/toasts.ts';
import { valuesOf } from '#web/tool-form/fields.ts';
import { changedFields, mergeEdit } from '#web/tool-form/merge-edit.ts';
import { ToolFields } from '#web/tool-form/tool-fields.tsx';
import { usePictureCheck } from '#web/tool-form/use-picture-check.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

/** Changes a tool. What others changed meanwhile is kept, unless it is the very field that was edited here. */
export function EditDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const [first] = useState(() => valuesOf(tool));
  const [opened, setOpened] = useState(tool);
  const [sending, setSending] = useState(false);
  const form = useForm({ resolver: contractResolver(NewTool), defaultValues: first });
  const { errors, isSubmitting, isDirty } = form.formState;
  const mayShow = usePictureCheck(form);

  /** @returns whether it is saved */
  const save = () => {
    const typed = form.getValues();
    const changed = changedFields(first, typed);
    return changeRead(opened, async (now) => {
      const { body, conflicts } = mergeEdit({ opened, now, typed, changed });
      if (conflicts.length > 0) {
        setOpened(now);
        for (const { field, message } of conflicts) form.setError(field, { type: 'server', message });
        return false;
      }
      await userChange('PUT /tool/:id', { params: { id: tool._id }, body });
      return true;
    });
  };
  const submit = form.handleSubmit(async ({ image }) => {
    try {
      if (image !== tool.image && !(await mayShow(image))) return;
      if (!(await save())) return;
      toast.success('Product changed');
      onClose();
    } catch (error) {
      showIssues(form, error, { INVALID_IMAGE_URL: 'image' });
    }
  });

  return (
    <FormDialog
      title={`Edit ${tool.name}`}
      size="wide"
      submit="Save"
      problem={errors.root?.message}
      changed={isDirty}
      busy={isSubmitting || sending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ToolFields form={form} onSending={setSending} />
    </FormDialog>
  );
}
