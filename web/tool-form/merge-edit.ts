import type { BodyInput } from '#contract/routes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { isSameValue, type ToolField, toolFieldNames, type ToolInput, type ToolValues, valuesOf } from './fields.ts';

interface Edit {
  /** The tool as the editor last saw it. */
  opened: Tool;
  /** The tool as it is. */
  now: Tool;
  typed: ToolInput;
  /** The fields that the editor changed. */
  changed: readonly ToolField[];
}

/** The fields in which the form differs from what it began with. */
export function changedFields(first: ToolInput, typed: ToolInput): ToolField[] {
  return toolFieldNames.filter((field) => !isSameValue(first[field], typed[field]));
}

/** The tool as it is with the editor's changes; and the fields that somebody else, or a sale, changed under their hands. */
export function mergeEdit({ opened, now, typed, changed }: Edit): {
  body: BodyInput<'editTool'>;
  conflicts: { field: ToolField; message: string }[];
} {
  const [before, current] = [valuesOf(opened), valuesOf(now)];
  const conflicts = changed
    .filter((field) => !isSameValue(before[field], current[field]) && !isSameValue(current[field], typed[field]))
    .map((field) => ({
      field,
      message: `This has been changed to ${valueText(current[field])}. Save again to use yours.`,
    }));
  return { body: { ...current, ...valuesFrom(typed, changed), _id: now._id, version: now.version }, conflicts };
}

function valuesFrom(typed: ToolInput, fields: readonly ToolField[]): Partial<ToolValues> {
  return Object.fromEntries(fields.map((field) => [field, typed[field] ?? '']));
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value || 'empty' : JSON.stringify(value);
}
