import { useWatch } from 'react-hook-form';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import { ApiError } from '#web/api/api-error.ts';
import { fieldIn } from '#web/forms/field-in.ts';
import { inDialog } from '#web/forms/in-dialog.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useChangeAttributes } from '#web/queries/catalogue/attributes.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { FacetPreview } from './facet-preview.tsx';

interface Props {
  /** All attributes, and which of them is changed; one beyond the last is new. */
  list: readonly Attribute[];
  at: number;
  onClose: () => void;
}

const KINDS = [
  ['choice', 'Choice: one of a few words'],
  ['number', 'Number, with or without a unit'],
  ['flag', 'Yes or no'],
] as const;

/** Adds, changes or takes away one attribute; the whole list is sent. */
export function AttributeDialog({ list, at, onClose }: Props) {
  const there = list[at];
  const change = useChangeAttributes();
  const form = useForm<Attribute & { unit: string }>({
    defaultValues: there
      ? { ...there, unit: there.unit ?? '' }
      : { key: '', name: '', kind: 'choice', unit: '', isFacet: false },
  });
  const [kind, isFacet] = useWatch({ control: form.control, name: ['kind', 'isFacet'] });
  const send = async (next: Attribute[]) => {
    try {
      await change.mutateAsync(next);
      onClose();
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : [];
      for (const { path, message } of issues) {
        const field = path.split('.')[1];
        form.setError(FIELDS.find((each) => each === field) ?? 'root', { type: 'server', message });
      }
      if (issues.length === 0)
        form.setError('root', {
          message: error instanceof Error ? error.message : 'The attribute could not be saved.',
        });
    }
  };
  const submit = form.handleSubmit(({ key, unit, ...typed }) => {
    const name = typed.name.trim();
    const said = {
      ...typed,
      name,
      key: there ? key : key.trim() || keyFor(name),
      unit: kind === 'number' ? unit : null,
    };
    return send(list.toSpliced(at, there ? 1 : 0, said));
  });
  return (
    <FormDialog
      title={there ? there.name : 'Add an attribute'}
      submit="Save"
      {...inDialog(form, submit)}
      onClose={onClose}
    >
      <TextField label="Name" hint="Shown to buyers and in sheets." {...fieldIn(form, 'name')} />
      {!there && (
        <TextField
          label="Key (optional)"
          hint="Lowercase letters, digits and hyphens. Part of web addresses, so it never changes."
          {...fieldIn(form, 'key')}
        />
      )}
      <SelectField label="Kind" options={KINDS} {...fieldIn(form, 'kind')} />
      {kind === 'number' && (
        <TextField
          label="Unit (optional)"
          hint="The unit it is shown in, such as mm, kg or HRC. Tools can use others, such as inches."
          {...fieldIn(form, 'unit')}
        />
      )}
      <label className="label text-base-content my-3 gap-3">
        <input type="checkbox" className="toggle toggle-primary" {...form.register('isFacet')} />
        Show as a filter beside the list of products
      </label>
      {there && isFacet && <FacetPreview attributeKey={there.key} />}
      {there && (
        <button
          type="button"
          className="btn btn-outline btn-error mt-4"
          disabled={change.isPending}
          onClick={() => void send(list.toSpliced(at, 1))}
        >
          Remove this attribute
        </button>
      )}
    </FormDialog>
  );
}

const FIELDS = ['key', 'name', 'kind', 'unit', 'isFacet'] as const;

/** A key that a name suggests: `Head weight` is `head-weight`. */
function keyFor(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
}
