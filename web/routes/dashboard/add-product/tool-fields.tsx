import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import type { BodyInput } from '#contract/routes.ts';
import { TextArea, TextField } from '#web/forms/text-field.tsx';
import { PictureField } from './picture-field.tsx';

export type ToolInput = BodyInput<'addTool'>;

interface Props {
  register: UseFormRegister<ToolInput>;
  errors: FieldErrors<ToolInput>;
  /** The picture's address as the form has it now. */
  image: string;
  onUploaded: (image: string) => void;
  onSending: (sending: boolean) => void;
}

/** The fields of a tool, for adding and for changing one. */
export function ToolFields({ register, errors, image, onUploaded, onSending }: Props) {
  const field = (name: keyof ToolInput) => ({ ...register(name), error: errors[name] });
  return (
    <>
      <TextField label="Name" {...field('name')} />
      <TextArea label="Description" rows={4} {...field('description')} />
      <TextField label="Price" inputMode="decimal" {...field('price')} />
      <TextField label="Available quantity" inputMode="numeric" {...field('availableQuantity')} />
      <TextField label="Minimum order quantity" inputMode="numeric" {...field('minOrderQuantity')} />
      <PictureField field={field('image')} image={image} onUploaded={onUploaded} onSending={onSending} />
      <TextField label="SKU (optional)" {...field('sku')} />
      <TextField label="Category (optional)" {...field('category')} />
    </>
  );
}
