import { useEffect, useState } from 'react';
import type { Attribute, ToolAttribute } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { saveAttributes, useAttributes } from '#web/queries/catalogue/attributes.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { toast } from '#web/shell/toasts.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useLeaving } from '#web/ui/dialog/use-leaving.tsx';
import { DocumentsField } from './documents-field.tsx';

/** What a tool is by the shop's attributes, and its documents. */
export function FactsDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const { data: attributes, error } = useAttributes();
  const [isChanged, setChanged] = useState(false);
  const { leave, question } = useLeaving(isChanged, onClose);
  return (
    <Dialog
      title={`Attributes of ${tool.name}`}
      size="wide"
      actions={
        question ?? (
          <button type="button" className="btn" onClick={leave}>
            Close
          </button>
        )
      }
      onEscape={leave}
      onClose={onClose}
    >
      {error && <p role="alert">{error.message}</p>}
      {!attributes && !error && <div className="skeleton h-40" role="status" aria-label="Loading the attributes" />}
      {attributes?.length === 0 && (
        <p>
          There are no attributes yet: <TextLink to="/dashboard/attributes">add attributes</TextLink>.
        </p>
      )}
      {attributes && attributes.length > 0 && (
        <AttributeFields tool={tool} attributes={attributes} onChanged={setChanged} />
      )}
      <DocumentsField tool={tool} />
    </Dialog>
  );
}

type AttributeValues = Record<string, string>;

interface FieldsProps {
  tool: Tool;
  attributes: readonly Attribute[];
  /** Told whether something is typed that is not saved. */
  onChanged: (isChanged: boolean) => void;
}

function AttributeFields({ tool, attributes, onChanged }: FieldsProps) {
  const [values] = useState<AttributeValues>(() => attributeValuesOf(tool, attributes));
  const form = useForm({ defaultValues: values });
  const { errors, isSubmitting, isDirty } = form.formState;
  const isOver = isSubmitting || !isDirty;
  useEffect(() => onChanged(isDirty), [isDirty, onChanged]);
  const submit = form.handleSubmit(async (typed) => {
    const said = toSend(typed, attributes);
    try {
      await saveAttributes(tool._id, said);
      form.reset(typed);
      toast.success('Attributes saved');
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      issues.forEach(({ path, message }, index) => {
        const key = said[Number(/^attributes\.(\d+)/.exec(path)?.[1])]?.key;
        form.setError(key ?? 'root', { type: 'server', message }, { shouldFocus: index === 0 });
      });
      if (issues.length === 0)
        form.setError('root', {
          message: error instanceof Error ? error.message : 'The attributes could not be saved.',
        });
    }
  });
  return (
    <form noValidate onSubmit={(event) => void (isOver ? event.preventDefault() : submit(event))}>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {attributes.map(({ key, name, kind, unit }) =>
          kind === 'flag' ? (
            <SelectField key={key} label={name} options={YES_NO} error={errors[key]} {...form.register(key)} />
          ) : (
            <TextField
              key={key}
              label={unit === null ? name : `${name} in ${unit}`}
              hint={unit === null ? undefined : 'Add the unit if it is another, as in 1/2 in.'}
              error={errors[key]}
              {...form.register(key)}
            />
          ),
        )}
      </div>
      <FormProblem message={errors.root?.message} />
      {/* Disabled it would lose the focus as soon as all is saved. */}
      <button className={`btn btn-primary mt-4 ${isDirty ? '' : 'btn-disabled'}`} aria-disabled={isOver || undefined}>
        Save
      </button>
    </form>
  );
}

const YES_NO = [
  ['', 'Not set'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** What is said of a tool, as it is typed: a number in another unit than the attribute's says its own. */
function attributeValuesOf({ attributes: said }: Tool, attributes: readonly Attribute[]): AttributeValues {
  return Object.fromEntries(
    attributes.map(({ key, unit }) => {
      const one = said.find((each) => each.key === key);
      if (!one) return [key, ''];
      const text = String(one.value);
      return [
        key,
        one.unit === undefined || one.unit === unit || text.endsWith(one.unit) ? text : `${text} ${one.unit}`,
      ];
    }),
  );
}

function toSend(typed: AttributeValues, attributes: readonly Attribute[]): ToolAttribute[] {
  return attributes.flatMap(({ key }) => {
    const value = typed[key]?.trim() ?? '';
    return value === '' ? [] : [{ key, value }];
  });
}
