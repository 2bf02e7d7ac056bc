import { expect, it } from 'vitest';
import { z } from 'zod';
import { identityRoutes, type IdentityRoute } from './people/identity-calls.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** A schema with all that it reads, each by where it stands. */
function partsOf(schema: unknown, at: string): [where: string, schema: unknown][] {
  return [[at, schema], ...insideOf(schema, at)];
}

function insideOf(schema: unknown, at: string): [where: string, schema: unknown][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([name, field]) => partsOf(field, `${at}.${name}`));
  if (schema instanceof z.ZodArray) return partsOf(schema.element, `${at}[]`);
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => partsOf(item, `${at}[]`));
  if (schema instanceof z.ZodRecord)
    return [...partsOf(schema.keyType, `${at} keys`), ...partsOf(schema.valueType, `${at} values`)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => partsOf(option, at));
  if (schema instanceof z.ZodPipe) return [...partsOf(schema.def.in, at), ...partsOf(schema.def.out, at)];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return partsOf(schema.def.innerType, at);
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
  const open = partsOf(schema, 'body')
    .filter(([, each]) => each instanceof z.ZodString && checksOf(each).length > 0)
    .filter(([, each]) => checksOf(each as z.ZodString)[0]?._zod.def.abort !== true)
    .map(([where]) => where);
  expect(open).toEqual([]);
});

/** Two bytes each, as many as a body holds. */
const MOST_ENTRIES = 128_000;

it('no list of any call is looked at beyond its bound, which ends its check', () => {
  const lists = inputs
    .flatMap(([name, schema]) => partsOf(schema, name))
    .flatMap(([where, part]): [string, z.ZodArray][] => (part instanceof z.ZodArray ? [[where, part]] : []));
  expect(lists.length).toBeGreaterThan(25);
  const open = lists.filter(([, list]) => {
    const { error } = list.safeParse(Array.from({ length: MOST_ENTRIES }, () => ({})));
    return error?.issues.length !== 1 || error.issues[0]?.code !== 'too_big';
  });
  expect(open.map(([where]) => where)).toEqual([]);
});

it('finds the texts of the contract', () => {
  expect(
    inputs.flatMap(([name, schema]) => partsOf(schema, name)).filter(([, part]) => part instanceof z.ZodString).length,
  ).toBeGreaterThan(200);
});
