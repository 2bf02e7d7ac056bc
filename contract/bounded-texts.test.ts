import { expect, it } from 'vitest';
import { z } from 'zod';
import { identityRoutes, type IdentityRoute } from './people/identity-calls.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** Every string that a schema reads, by where it stands. */
function stringsOf(schema: unknown, at: string): [where: string, schema: z.ZodString][] {
  if (schema instanceof z.ZodString) return [[at, schema]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => stringsOf(field, `${at}.${name}`));
  if (schema instanceof z.ZodArray) return stringsOf(schema.element, `${at}[]`);
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => stringsOf(item, `${at}[]`));
  if (schema instanceof z.ZodRecord)
    return [...stringsOf(schema.keyType, `${at} keys`), ...stringsOf(schema.valueType, `${at} values`)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => stringsOf(option, at));
  if (schema instanceof z.ZodPipe) return [...stringsOf(schema.def.in, at), ...stringsOf(schema.def.out, at)];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return stringsOf(schema.def.innerType, at);
  return [];
}

const inputs: [name: string, schema: z.ZodType][] = [
  ...Object.entries<Route>(routes).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([where, schema]): [string, z.ZodType][] =>
      schema ? [[`${name} ${where}`, schema]] : [],
    ),
  ),
  ...Object.entries<IdentityRoute>(identityRoutes).flatMap(([path, { fields }]): [string, z.ZodType][] =>
    fields ? [[path, z.object(fields)]] : [],
  ),
];

/** A string is read further only where something asks something of it. */
const checksOf = (schema: z.ZodString) => schema.def.checks ?? [];

it.each(inputs)('%s: the first thing asked of each text ends its check', (_name, schema) => {
  const open = stringsOf(schema, 'body')
    .filter(([, each]) => checksOf(each).length > 0)
    .filter(([, each]) => checksOf(each)[0]?._zod.def.abort !== true)
    .map(([where]) => where);
  expect(open).toEqual([]);
});

/** Every list that a schema reads, by where it stands. */
function listsOf(schema: unknown, at: string): [where: string, schema: z.ZodArray][] {
  if (schema instanceof z.ZodArray) return [[at, schema], ...listsOf(schema.element, `${at}[]`)];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => listsOf(field, `${at}.${name}`));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => listsOf(option, at));
  if (schema instanceof z.ZodPipe) return listsOf(schema.def.in, at);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return listsOf(schema.def.innerType, at);
  return [];
}

/** Two bytes each, as many as a body holds. */
const MOST_ENTRIES = 128_000;

it('no list of any call is looked at beyond its bound, which ends its check', () => {
  const lists = inputs.flatMap(([name, schema]) => listsOf(schema, name));
  expect(lists.length).toBeGreaterThan(25);
  const open = lists.filter(([, list]) => {
    const { error } = list.safeParse(Array.from({ length: MOST_ENTRIES }, () => ({})));
    return error?.issues.length !== 1 || error.issues[0]?.code !== 'too_big';
  });
  expect(open.map(([where]) => where)).toEqual([]);
});

it('finds the texts of the contract', () => {
  expect(inputs.flatMap(([name, schema]) => stringsOf(schema, name)).length).toBeGreaterThan(200);
});
