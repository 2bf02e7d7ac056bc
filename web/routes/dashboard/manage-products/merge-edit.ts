import type { BodyInput } from '#contract/routes.ts';
import type { Tool } from '#contract/tools.ts';

/** A tool's fields as text, as they stand in the form. */
type ToolValues = Record<Field, string>;
type Field = 'name' | 'description' | 'price' | 'availableQuantity' | 'minOrderQuantity' | 'image' | 'sku' | 'category';

const FIELDS: readonly Field[] = [
  'name',
  'description',
  'price',
  'availableQuantity',
  'minOrderQuantity',
  'image',
  'sku',
  'category',
];

export function valuesOf(tool: Tool): ToolValues {
  return {
    name: tool.name,
    description: tool.description,
    price: String(tool.price),
    availableQuantity: String(tool.availableQuantity),
    minOrderQuantity: String(tool.minOrderQuantity),
    image: tool.image,
    sku: tool.sku ?? '',
    category: tool.category ?? '',
  };
}

interface Edit {
  /** The tool as the editor saw it. */
  opened: Tool;
  /** The tool as it is. */
  now: Tool;
  typed: BodyInput<'addTool'>;
  /** The fields that the editor changed. */
  dirty: Partial<Record<Field, boolean>>;
}

/** The tool as it is with the editor's changes; and the fields that somebody else, or a sale, changed under his hands. */
export function mergeEdit({ opened, now, typed, dirty }: Edit): {
  body: BodyInput<'editTool'>;
  conflicts: { field: Field; message: string }[];
} {
  const [before, current] = [valuesOf(opened), valuesOf(now)];
  const values = { ...current };
  const conflicts: { field: Field; message: string }[] = [];
  for (const field of FIELDS) {
    if (!dirty[field]) continue;
    values[field] = String(typed[field] ?? '');
    if (before[field] !== current[field] && current[field] !== values[field]) {
      conflicts.push({ field, message: `This is ${current[field] || 'empty'} by now. Save again to set yours.` });
    }
  }
  return { body: { ...values, _id: now._id, version: now.version }, conflicts };
}
