import { z } from 'zod';
import { identityRoutes, type IdentityRoute } from '#contract/people/identity-calls.ts';
import type { Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { bodiesWith, fieldsOf } from './filled-schemas.ts';

/** How long each text is, in bytes or a little more. */
const BYTES = 20_000;

/** What runs of make patterns go back on themselves: blanks, marks, digits, and what stands between them. */
const RUNS: Record<string, string> = {
  blanks: ' ',
  'no-break spaces': '\u00a0',
  'wide blanks': '\u3000',
  tabs: '\t',
  'line breaks': '\r\n',
  'line separators': '\u2028',
  quotes: '"',
  'quotes and commas': '",',
  'quotes and blanks': '" ',
  apostrophes: "'",
  dots: '.',
  commas: ',',
  semicolons: ';',
  bars: '|',
  slashes: '/',
  backslashes: '\\',
  brackets: '[',
  parentheses: '(',
  braces: '{"a":',
  digits: '1',
  zeros: '0',
  'digits and commas': '1,',
  'digits and blanks': '1 ',
  'thousands and no-break spaces': '111\u00a0',
  'minus signs': '-',
  dashes: '–',
  letters: 'a',
  'letters and blanks': 'x ',
  'letters and dots': 'a.',
  'letters and hyphens': 'a-',
  'at signs': 'a@',
  colons: ':',
  'equals signs': '=',
  'percent escapes': '%41',
  'percent signs': '%',
  'angle brackets': '<',
  'combining marks': '\u0301',
  // Brought into their order one by one where a text is normalized.
  'marks out of their order': '\u0301\u0316',
  'parts of Hangul': '\u1100\u1161\u11a8',
  'ligatures of many letters': '\ufdfa',
  'vertical tabs': '\v',
  'thin blanks': '\u2009',
  'zero-width blanks': '\u200b',
  'numbers and signs': '1x',
  emoji: '👩‍👩‍👧',
  'right to left': '\u202eש',
  'half a surrogate pair': '\ud800',
  'NUL characters': '\0',
  'full-width digits': '１',
};

/** A long text, as somebody sends it who wants to see the shop stand still. */
interface HostileText {
  what: string;
  text: string;
}

/** Each run by itself, between what a number ends with, and between the halves of an address. */
export const hostileTexts: HostileText[] = Object.entries(RUNS).flatMap(([what, piece]) => {
  const run = piece.repeat(Math.ceil(BYTES / Buffer.byteLength(piece)));
  return [
    { what, text: run },
    { what: `${what} in a number`, text: `1${run}1x` },
    { what: `${what} in an address`, text: `a@${run}@` },
  ];
});

/** Each run by itself; what stands around it matters to those that read bodies. */
export const hostileRuns = hostileTexts.filter(({ what }) => !/ in an? (?:number|address)$/.test(what));

/** What of a call says where texts can stand. */
type HostileCall = Pick<Route, 'method' | 'path' | 'params' | 'query' | 'body'>;

const text = z.string();
/** Every call of the table, those of identity, and what is answered beside both. */
export const hostileCalls: [name: string, call: HostileCall][] = [
  ...Object.entries<Route>(routes),
  ...Object.entries<IdentityRoute>(identityRoutes).map(([path, { method, fields }]): [string, HostileCall] => [
    path,
    {
      method,
      path: `/api/auth${path}`,
      ...(fields ? { body: z.object(fields) } : {}),
      query: z.object({ token: text, code: text, state: text, error: text, callbackURL: text }),
    },
  ]),
  ['unknownIdentityCall', { method: 'POST', path: '/api/auth/:name' }],
  ['upload', { method: 'GET', path: '/uploads/:name' }],
  ['sitemap', { method: 'GET', path: '/sitemaps/:name' }],
  [
    'cspReport',
    { method: 'POST', path: '/csp-report', body: z.object({ 'csp-report': z.object({ 'blocked-uri': text }) }) },
  ],
];

/** Headers that the shop, or what stands before it, reads. */
const HEADERS = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'stripe-signature',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
];
/** The most that Node takes of headers, and the shop of an address. */
const HEADER_CHARACTERS = 16_000;
const ADDRESS_CHARACTERS = 8_000;
/** A text that many bounds let pass, so that what is behind them reads it. */
const SHORT = 200;

/** Calls with the text in every field of the body, and with as much of it as many bounds let pass. @param as headers of whoever makes them */
export function withBody(text: string, { method, path, body }: HostileCall, as: Record<string, string>) {
  if (!body) return [];
  const headers = { ...as, 'content-type': 'application/json' };
  const address = `http://shop.test${plainPath(path)}`;
  return [text, text.slice(0, SHORT)].flatMap((each) =>
    bodiesWith(body, each).map((value) => {
      const written = JSON.stringify(value);
      return () => new Request(address, { method, headers, body: written });
    }),
  );
}

/** With the text in each value of the query and in the path. What no client can send is left out. */
export function withAddress(text: string, { method, path, query, body }: HostileCall, as: Record<string, string>) {
  const plain = plainPath(path);
  const whole = encoded(text);
  const short = encoded(text.slice(0, SHORT));
  const targets = fieldsOf(query).flatMap((name) => [`${plain}?${name}=${whole}`, `${plain}?${name}=${short}`]);
  if (path.includes(':')) {
    const typed = text.slice(0, ADDRESS_CHARACTERS).replaceAll(/[?#]/g, '_');
    targets.push(...[whole, typed].map((value) => path.replaceAll(/:\w+/g, () => value)));
  }
  const sent = body ? { body: '{}', headers: { ...as, 'content-type': 'application/json' } } : { headers: as };
  return targets.flatMap((target) => sendable(() => new Request(`http://shop.test${target}`, { method, ...sent })));
}

/** A path whose parameters are of the right form, so that what comes after them is read. */
function plainPath(path: string): string {
  return path.replaceAll(/:\w+/g, (name) => (name === ':email' ? 'alice@people.test' : 'a'));
}

function encoded(text: string): string {
  return encodeURIComponent(text.slice(0, ADDRESS_CHARACTERS).toWellFormed())
    .slice(0, ADDRESS_CHARACTERS)
    .replace(/%\w?$/, '');
}

/** With the text in every header that somebody reads. */
export function withHeaders(text: string, { method, path, body }: HostileCall, as: Record<string, string>) {
  const cut = text.slice(0, HEADER_CHARACTERS);
  const address = `http://shop.test${plainPath(path)}`;
  // One after the other would be a hundred times as many calls: each reads its own, and none the others'.
  return [cut, `Bearer ${cut}`, `a=${cut}`].flatMap((value) =>
    [HEADERS, HEADERS.filter((name) => !(name in as) && name !== 'content-type')].flatMap((names) =>
      sendable(() => {
        const headers = new Headers({ ...as, ...(body ? { 'content-type': 'application/json' } : {}) });
        for (const name of names) headers.set(name, value);
        return new Request(address, { method, headers, ...(body ? { body: '{}' } : {}) });
      }),
    ),
  );
}

/** The call where a client could send it at all. */
function sendable(make: () => Request): (() => Request)[] {
  try {
    make();
    return [make];
  } catch {
    return [];
  }
}

/** What took longest, in ms of processor time. */
interface Longest {
  ms: number;
  what: string;
}

/** How often something is done again that took too long: others were at work in the process, or its code was being made. */
const TRIES = 4;

/** The processor time of a piece of work in ms, the best of some tries where the first is above the limit. */
async function leastTime(limit: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least > limit; tried++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Checks each text against the schemas of one call. @param limit ms; see leastTime */
export async function longestCheck({ params, query, body }: HostileCall, limit: number): Promise<Longest> {
  let longest: Longest = { ms: 0, what: '' };
  for (const { what, text } of hostileTexts) {
    for (const [where, schema] of Object.entries({ params, query, body })) {
      for (const value of schema ? bodiesWith(schema, text) : []) {
        const ms = await leastTime(limit, () => schema?.safeParse(value));
        if (ms > longest.ms) longest = { ms, what: `${what} in ${where}` };
      }
    }
  }
  return longest;
}

/** Makes calls that somebody made hostile. @param limit ms; see leastTime */
export async function longestCall(
  requests: readonly (() => Request)[],
  send: (request: Request) => Promise<Response>,
  limit: number,
): Promise<number> {
  let longest = 0;
  for (const make of requests) {
    const ms = await leastTime(limit, async () => (await send(make())).arrayBuffer());
    longest = Math.max(longest, ms);
  }
  return longest;
}
