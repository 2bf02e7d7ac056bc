import * as fc from 'fast-check';
import type { z } from 'zod';
import type { Route } from '#contract/route.ts';

/** One call as a stranger might make it. */
export interface FuzzCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const hostileText = fc.oneof(
  fc.string({ maxLength: 50, unit: 'binary' }),
  fc.string({ maxLength: 300, unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\u202e',
    `'; drop table tools; --`,
    '<script>alert(1)</script>',
    '%00',
    '%',
    '../../etc/passwd',
    '..%2f..%2f.env',
    '{"$gt":""}',
    'NaN',
    'Infinity',
    '-0',
    '1e309',
    '0x10',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'javascript:alert(1)',
    'alice@tradebench.test',
    'x'.repeat(300),
    'x'.repeat(6_000),
  ),
);
const hostileNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    -1,
    1.5,
    1e300,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    Number.MIN_VALUE,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
);
/** Anything that JSON can say, and what parsers make of what it cannot. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.boolean(),
  fc.constant(null),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('$ne', '$gt', '__proto__', 'constructor', '_id', 'a'), hostileText, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values that fit more often than not, by the name of the field. */
const LIKELY: Record<string, fc.Arbitrary<unknown>> = {
  name: fc.string({ minLength: 1, maxLength: 200 }),
  email: fc.constantFrom('alice@people.test', 'ada@people.test', 'nobody@people.test'),
  address: fc.string({ maxLength: 500 }),
  phone: fc.string({ maxLength: 40 }),
  description: fc.string({ minLength: 1, maxLength: 500 }),
  tool: fc.constantFrom('Claw hammer', 'Nothing'),
  price: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constantFrom('12', 9.99, 10)),
  availableQuantity: fc.integer({ min: 0, max: 1_000 }),
  minOrderQuantity: fc.integer({ min: 1, max: 10 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant('2')),
  image: fc.constantFrom('/pictures/hammer-640.webp', 'https://pictures.test/a.png'),
  review: fc.string({ minLength: 1, maxLength: 200 }),
  rating: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant('5')),
  version: fc.integer({ min: 1, max: 3 }),
  transactionId: fc.constantFrom('pi_1', 'pi_none'),
  limit: fc.integer({ min: 1, max: 100 }),
  sort: fc.constantFrom('name', '-price'),
  q: fc.constantFrom('hammer', '8 mm', '"', '5/16'),
  inStock: fc.constantFrom('true', 'false'),
  minPrice: fc.constantFrom('0', '10.5'),
  maxPrice: fc.constantFrom('100', '1'),
  reason: fc.string({ minLength: 1, maxLength: 100 }),
  amount: fc.constantFrom(1, 0.01, 1e5),
};

/** The field names that an object schema declares; none for anything else. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const shape: unknown = schema && 'shape' in schema ? schema.shape : undefined;
  return shape !== null && typeof shape === 'object' ? Object.keys(shape) : [];
}

/** Objects with the declared fields: all likely, one of them hostile, or none as it should be. */
function objectOf(fields: string[], ids: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> {
  const likely = (field: string) => LIKELY[field] ?? ids;
  const good = fc.record(Object.fromEntries(fields.map((field) => [field, likely(field)])));
  const partly = fc.record(
    Object.fromEntries(fields.map((field) => [field, fc.oneof({ weight: 4, arbitrary: likely(field) }, hostileValue)])),
    { requiredKeys: [] },
  );
  const wild = fc.record(Object.fromEntries(fields.map((field) => [field, hostileValue])), { requiredKeys: [] });
  const more = fc.tuple(good, hostileText, hostileValue).map(([base, key, value]) => ({ ...base, [key]: value }));
  return fc.oneof(good, partly, partly, wild, more);
}

/** Calls of one route: valid, nearly valid and hostile. @param ids ids that exist, among others */
export function callsOf(route: Route, ids: string[], tokens: string[]): fc.Arbitrary<FuzzCall> {
  const id = fc.oneof(fc.constantFrom(...ids, 'nobody'), fc.constantFrom(...ids), hostileText);
  const likelyId = fc.constantFrom(...ids);
  const segment = (name: string) =>
    name === 'email' ? fc.oneof(fc.constantFrom('alice@people.test', 'ada@people.test'), hostileText) : id;
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const segments = fc.tuple(...names.map(segment));
  const encode = fc.boolean();
  const query = fc.oneof(
    fc.constant({}),
    objectOf([...fieldsOf(route.query), ...(route.path === '/tool' ? ['limit', 'q', 'sort'] : [])], likelyId),
  );
  const body = route.body
    ? fc.oneof(
        { weight: 8, arbitrary: objectOf(fieldsOf(route.body), likelyId).map((value) => JSON.stringify(value)) },
        { weight: 2, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string({ maxLength: 200, unit: 'binary' }) },
      )
    : fc.constant(undefined);
  const headers = fc.record(
    {
      authorization: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...tokens).map((token) => `Bearer ${token}`) },
        fc.constantFrom('Bearer', 'Bearer null', 'Basic eDp5', 'Bearer a.b.c'),
      ),
      'content-type': fc.oneof(
        { weight: 8, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', 'application/json; charset=utf-16', ';', 'multipart/form-data'),
      ),
      'idempotency-key': fc.constantFrom('key-1', 'key 2', '', 'ü', 'x'.repeat(256)),
      cookie: fc.constantFrom('tradebench.session_token=a.b', '%%%', '=;='),
      'stripe-signature': fc.constantFrom('t=1,v1=00', 't=,v1=', 'v0=1', ''),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/"', ','),
      'accept-encoding': fc.constantFrom('br', 'gzip;q=0', '*', 'br;q=x'),
      origin: fc.constantFrom('https://evil.test', 'null', 'http://shop.test'),
    },
    { requiredKeys: ['content-type'] },
  );
  return fc.tuple(segments, encode, query, body, headers).map(([values, encoded, asked, text, given]) => {
    let path: string = route.path;
    names.forEach((name, index) => {
      const value = values[index] ?? '';
      path = path.replace(`:${name}`, () => (encoded ? percentEncoded(value) : asPath(value)));
    });
    const search = Object.entries(asked)
      .map(
        ([name, value]) =>
          `${percentEncoded(name)}=${percentEncoded(typeof value === 'string' ? value : String(JSON.stringify(value)))}`,
      )
      .join('&');
    return {
      method: route.method,
      path: search ? `${path}?${search}` : path,
      headers: latin(given),
      body: text,
    };
  });
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** As somebody would type it into the address bar, but for what would end the path. */
function asPath(text: string): string {
  return text.replaceAll(/[?#\s\\]/g, '_');
}

/** Header values are bytes: everything beyond Latin 1 would not leave the client. */
function latin(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
