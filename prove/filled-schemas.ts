import { z } from 'zod';

/** The fields that a schema of an object declares; none for anything else. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
  const inner = schema && unwrapped(schema);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** Bodies with the text wherever the schema could hold one, so many that each kind of value of each field comes. */
export function bodiesWith(schema: z.ZodType, text: string): unknown[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) {
    const fields = Object.entries(inner.shape as z.ZodRawShape).map(
      ([name, field]) => [name, bodiesWith(field as z.ZodType, text)] as const,
    );
    const most = Math.max(1, ...fields.map(([, values]) => values.length));
    return Array.from({ length: most }, (_, index) =>
      Object.fromEntries(fields.map(([name, values]) => [name, values[Math.min(index, values.length - 1)]])),
    );
  }
  if (inner instanceof z.ZodArray) return bodiesWith(inner.element as z.ZodType, text).map((value) => [value]);
  if (inner instanceof z.ZodTuple) return [inner.def.items.map((item) => bodiesWith(item as z.ZodType, text)[0])];
  if (inner instanceof z.ZodUnion) {
    const values = inner.options.flatMap((option) => bodiesWith(option as z.ZodType, text));
    // A text is one kind of value, whatever may stand in it.
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  }
  // Numbers, dates and choices are sent as text, too.
  return [text];
}

/** What a value is first read by, without what may be left out and what follows. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.def.in as z.ZodType);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapped(schema.def.innerType as z.ZodType);
  return schema;
}
