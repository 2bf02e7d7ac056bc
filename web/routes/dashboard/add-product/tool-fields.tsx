import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { BodyInput } from '#contract/routes.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';

export type ToolInput = BodyInput<'addTool'>;

interface Props {
  register: UseFormRegister<ToolInput>;
  errors: FieldErrors<ToolInput>;
}

/** The fields of a tool, for adding and for changing one. */
export function ToolFields({ register, errors }: Props) {
  const field = (name: keyof ToolInput) => ({ ...register(name), error: errors[name] });
  return (
    <>
      <TextField label="Name" {...field('name')} />
      <TextArea label="Description" rows={4} {...field('description')} />
      <TextField label="Price" inputMode="decimal" {...field('price')} />
      <TextField label="Available quantity" inputMode="numeric" {...field('availableQuantity')} />
      <TextField label="Minimum order quantity" inputMode="numeric" {...field('minOrderQuantity')} />
      <TextField label="Image URL" inputMode="url" {...field('image')} />
      <TextField label="SKU (optional)" {...field('sku')} />
      <TextField label="Category (optional)" {...field('category')} />
    </>
  );
}
