import type { ComponentProps } from 'react';
import { type FieldError, type FieldPath, useWatch } from 'react-hook-form';
import { PRICE_UNITS } from '#contract/catalogue/packs.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextArea, TextField } from '#web/forms/text-field.tsx';
import { counted } from '#web/shell/format.ts';
import { TOOL_FIELDS, type ToolField, type ToolForm, toolFieldNames, type ToolInput } from './fields.ts';
import { BackorderField } from './backorder-field.tsx';
import { PacksField } from './packs-field.tsx';
import { PictureField } from './picture-field.tsx';
import { PriceBreaksField } from './price-breaks-field.tsx';
import { TranslationsField } from './translations-field.tsx';
import { readSelling, type Selling } from './selling.ts';

interface Props {
  form: ToolForm;
  /** Told when a picture is on its way, and when it no longer is: until then the form must not be sent. */
  onSending: (sending: boolean) => void;
}

const PER = PRICE_UNITS.map((unit) => [String(unit), counted(unit, 'piece')] as const);

/** The fields of a tool, for adding and for changing one. */
export function ToolFields({ form, onSending }: Props) {
  const selling = useSelling(form);
  return (
    <div className="grid gap-x-5 sm:grid-cols-2">
      {toolFieldNames.map((field) => (
        <div key={field} className={TOOL_FIELDS[field].half ? '' : 'sm:col-span-2'}>
          <Field form={form} field={field} onSending={onSending} selling={selling} />
        </div>
      ))}
    </div>
  );
}

/** What the fields that decide prices and quantities come to, as they are typed. */
function useSelling({ control }: ToolForm): Selling {
  const [price, minOrderQuantity, quantityStep, priceBreaks] = useWatch({
    control,
    name: ['price', 'minOrderQuantity', 'quantityStep', 'priceBreaks'],
  });
  return readSelling({ price, minOrderQuantity, quantityStep, priceBreaks: priceBreaks ?? [] });
}

function Field({ form, field, onSending, selling }: Props & { field: ToolField; selling: Selling }) {
  const { label, kind } = TOOL_FIELDS[field];
  if (field === 'priceBreaks') return <PriceBreaksField form={form} label={label} selling={selling} />;
  if (field === 'backorder') return <BackorderField form={form} label={label} />;
  if (field === 'packs') return <PacksField form={form} label={label} />;
  if (field === 'translations') return <TranslationsField form={form} />;
  const contradiction = selling.problems[field];
  const props = {
    label,
    ...form.register(field satisfies FieldPath<ToolInput>),
    error: form.formState.errors[field] ?? (contradiction === undefined ? undefined : asError(contradiction)),
  };
  switch (kind) {
    case 'breaks':
    case 'packs':
    case 'backorder':
    case 'translations':
      // Fields of their own, above.
      return null;
    case 'per':
      return <SelectField {...props} options={PER} />;
    case 'switch':
      return <Switch {...props} />;
    case 'text':
      return <TextField {...props} />;
    case 'day':
      return <TextField type="date" {...props} />;
    case 'paragraphs':
      return <TextArea rows={4} {...props} />;
    case 'money':
      return <NumberField {...props} />;
    case 'whole':
      return <NumberField whole {...props} />;
    case 'picture':
      return <PictureOf form={form} field={props} onSending={onSending} />;
  }
}

function asError(message: string): FieldError {
  return { type: 'contradiction', message };
}

function Switch({
  label,
  error: _none,
  ...input
}: { label: string; error: unknown } & Omit<ComponentProps<'input'>, 'children'>) {
  return (
    <label className="label text-base-content my-3 gap-3">
      <input type="checkbox" className="toggle toggle-primary" {...input} />
      {label}
    </label>
  );
}

function PictureOf({
  form,
  field,
  onSending,
}: Props & { field: Omit<Parameters<typeof PictureField>[0]['field'], 'label'> }) {
  return (
    <PictureField
      field={field}
      image={useWatch({ control: form.control, name: 'image' })}
      onUploaded={(address) => form.setValue('image', address, { shouldDirty: true, shouldValidate: true })}
      onSending={onSending}
    />
  );
}
