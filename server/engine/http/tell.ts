import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';

/** Of a longer list so many are written at once: others' requests come in between. */
const PORTION = 50;

/** What a schema lets out of a value, as JSON. @throws where it is not what the schema says */
export async function tell(schema: z.ZodType, value: unknown): Promise<string> {
  if (!schema.def.checks?.length && hasLong(value)) {
    if (schema instanceof z.ZodArray && Array.isArray(value)) return list(schema.element as z.ZodType, value);
    if (schema instanceof z.ZodObject && isObject(value)) return object(schema.shape as z.ZodRawShape, value);
  }
  return JSON.stringify(schema.parse(value));
}

async function list(each: z.ZodType, values: readonly unknown[]): Promise<string> {
  const told: string[] = [];
  for (let from = 0; from < values.length; from += PORTION) {
    if (from > 0) await setImmediate();
    const portion = values.slice(from, from + PORTION);
    if (portion.some(hasLong)) for (const value of portion) told.push(await tell(each, value));
    // At once what is short: to wait for each by itself takes longer than to write it.
    else told.push(JSON.stringify(portion.map((value) => each.parse(value))).slice(1, -1));
  }
  return `[${told.join(',')}]`;
}

async function object(shape: z.ZodRawShape, value: Record<string, unknown>): Promise<string> {
  const told: string[] = [];
  for (const [name, field] of Object.entries(shape)) {
    // JSON.stringify has no text for undefined, whatever its type says.
    const text = (await tell(field as z.ZodType, value[name])) as string | undefined;
    if (text !== undefined) told.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${told.join(',')}}`;
}

/** Whether it is a list longer than a portion, or has one in it. */
function hasLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > PORTION || value.some(hasLong);
  return isObject(value) && Object.values(value).some(hasLong);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
