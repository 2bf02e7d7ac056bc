import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { NewTool, type Tool } from '#contract/tools.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useEditTool } from '#web/api/admin.ts';
import { oneTool } from '#web/api/tools.ts';
import { contractResolver } from '#web/forms/contract-resolver.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { showIssues } from '#web/forms/server-issues.ts';
import { ToolFields } from '#web/routes/dashboard/add-product/tool-fields.tsx';
import { Dialog } from '#web/shell/dialog.tsx';
import { toast } from '#web/shell/toasts.ts';
import { mergeEdit, valuesOf } from './merge-edit.ts';

/** Sales raise a tool's version too: an edit that they do not touch is tried again this often. */
const TRIES = 5;

/** Changes a tool. What others changed meanwhile is kept, unless it is the very field that was edited here. */
export function EditDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const [base, setBase] = useState(tool);
  const [sending, setSending] = useState(false);
  const edit = useEditTool();
  const form = useForm({ resolver: contractResolver(NewTool), defaultValues: valuesOf(tool) });
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const image = useWatch({ control: form.control, name: 'image' });

  const save = async (): Promise<boolean> => {
    let from = base;
    for (let attempt = 1; ; attempt++) {
      const { body, conflicts } = mergeEdit({ opened: base, now: from, typed: form.getValues(), dirty: dirtyFields });
      if (conflicts.length > 0) {
        setBase(from);
        for (const { field, message } of conflicts) form.setError(field, { type: 'server', message });
        return false;
      }
      try {
        await edit.mutateAsync({ id: tool._id, ...body });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'STALE_TOOL' || attempt === TRIES) throw error;
        from = await oneTool(tool._id).fetch();
      }
    }
  };
  const submit = form.handleSubmit(async () => {
    try {
      if (!(await save())) return;
      toast.success('Product changed');
      onClose();
    } catch (error) {
      showIssues(form, error, { INVALID_IMAGE_URL: 'image' });
    }
  });

  return (
    <Dialog title={`Edit ${tool.name}`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ToolFields
          register={form.register}
          errors={errors}
          image={image}
          onUploaded={(address) => form.setValue('image', address, { shouldDirty: true, shouldValidate: true })}
          onSending={setSending}
        />
        <FormProblem message={errors.root?.message} />
        <div className="modal-action">
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button className="btn btn-primary" disabled={isSubmitting || sending}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
