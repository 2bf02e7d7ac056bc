import type { ParameterNames } from '#contract/route.ts';
import type { Answer, BodyInput, QueryInput, RouteName, Routes } from '#contract/routes.ts';
import { networkError, readError, unexpectedAnswer } from './api-error.ts';
import { released } from './press.ts';
import { suspectOffline } from './reachability.ts';
import { takesKey } from './takes-key.ts';
import type * as unanswered from './unanswered.ts';
import { LANGUAGE } from '#web/saying/say.ts';

// Only types come from the contract here: its schemas would bring zod to every page.

type IdOf<N extends RouteName> = Routes[N]['call'];
/** A call as the contract's table writes it, such as `GET /tool/:id`. */
export type CallId = { [N in RouteName]: IdOf<N> }[RouteName];
type NameOf<C extends CallId> = { [N in RouteName]: C extends IdOf<N> ? N : never }[RouteName];

/** The calls that answer a list with its length and its next page. */
export type ListCall = { [N in RouteName]: Routes[N] extends { list: true } ? IdOf<N> : never }[RouteName];

type Params<C extends CallId> = Record<ParameterNames<C>, string>;
type Query<C extends CallId> = { [K in keyof Omit<QueryInput<NameOf<C>>, 'attr'>]?: string | number | boolean } & {
  [asked: `attr.${string}`]: string;
};

/** What goes into a call; what its path and body need is required. */
export type CallInput<C extends CallId> = {
  query?: Query<C>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Goes through though the page is left meanwhile. */
  keepalive?: boolean;
} & ([ParameterNames<C>] extends [never] ? { params?: undefined } : { params: Params<C> }) &
  (BodyInput<NameOf<C>> extends undefined ? { body?: undefined } : { body: BodyInput<NameOf<C>> });

export type CallAnswer<C extends CallId> = Answer<NameOf<C>>;
export type Row<C extends ListCall> = CallAnswer<C> extends (infer Each)[] ? Each : never;

/** A part of a list: `total` counts all rows, `next` is the cursor of the following part. */
export interface ListPart<T> {
  rows: T[];
  total: number;
  next: string | null;
  /** Of a search: nothing fits it, and these come near. */
  nearest?: boolean;
  /** Of a search: words that no tool has, and what is shown instead. */
  corrections?: { typed: string; shown: string }[];
}

/** Sends a request: fetch in the browser, the shop itself where pages are rendered. */
export type Transport = (request: Request) => Promise<Response>;

const inBrowser: Transport = async (request) => {
  try {
    return await fetch(request);
  } catch (error) {
    if (!request.signal.aborted) void suspectOffline();
    throw error;
  }
};

/** Where paths lead: the page's own site, or a name that only the process itself answers to. */
const origin = typeof window === 'undefined' ? 'http://shop' : window.location.origin;

/**
 * Makes a call of the contract; what makes something brings a key, the same until it is answered.
 * @throws ApiError for every answer that is not a success, and where no answer came
 */
export async function call<C extends CallId>(
  id: C,
  input: CallInput<C>,
  transport: Transport = inBrowser,
): Promise<CallAnswer<C>> {
  const { params, query, body, headers } = input;
  const run = async (key?: Record<string, string>) => {
    const response = await send(id, { ...input, headers: { ...headers, ...key } }, transport);
    // The server checks its answers against the same table before they leave.
    return (await readJson(response)) as CallAnswer<C>;
  };
  if (!takesKey(id) || headers?.['idempotency-key'] !== undefined) return run();
  const { withKey } = await keys();
  return withKey([id, [params, query, body]], run);
}

/** Most public pages send nothing that has a key: they come with the first call that has. @throws ApiError without a network */
async function keys(): Promise<typeof unanswered> {
  try {
    return await import('./unanswered.ts');
  } catch {
    void suspectOffline();
    await released();
    throw networkError();
  }
}

/** Makes a call that answers a file. @throws ApiError as `call` does */
export function callFile<C extends CallId>(id: C, input: CallInput<C>): Promise<Response> {
  return send(id, input, inBrowser);
}

/** Makes a call that answers a list. @throws ApiError as `call` does */
export async function callList<C extends ListCall>(
  id: C,
  input: CallInput<C>,
  transport: Transport = inBrowser,
): Promise<ListPart<Row<C>>> {
  const response = await send(id, input, transport);
  const rows = (await readJson(response)) as Row<C>[];
  return {
    rows,
    total: Number(response.headers.get('x-total-count') ?? rows.length),
    next: nextCursor(response.headers.get('link')),
    ...(response.headers.has('x-nearest') ? { nearest: true } : {}),
    ...correctionsIn(response.headers),
  };
}

/** @throws ApiError UNEXPECTED_ANSWER where it is no JSON: something between shop and browser answered, or it was cut short */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw unexpectedAnswer(response.status);
  } finally {
    await released();
  }
}

async function send<C extends CallId>(id: C, input: CallInput<C>, transport: Transport): Promise<Response> {
  const { method, address } = addressOf(id, input.params, input.query);
  const init: RequestInit = {
    method,
    headers: {
      accept: 'application/json',
      // Refusals come in the language of the page, whatever the browser prefers.
      'accept-language': LANGUAGE,
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...input.headers,
    },
    body: JSON.stringify(input.body),
    signal: input.signal ?? null,
    keepalive: input.keepalive ?? false,
  };
  let response: Response;
  try {
    response = await transport(new Request(origin + address, init));
  } catch (error) {
    if (input.signal?.aborted) throw error;
    await released();
    throw networkError();
  }
  if (!response.ok) {
    const refusal = await readError(response);
    await released();
    throw refusal;
  }
  return response;
}

/** How a call is asked for: its method, and its path with what stands in it and behind it. */
export function addressOf(
  id: string,
  params: Record<string, string> = {},
  query: Record<string, string | number | boolean | undefined> = {},
): { method: string; address: string } {
  const [method = 'GET', path = '/'] = id.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return { method, address: text ? `${filled}?${text}` : filled };
}

function correctionsIn(headers: Headers): Pick<ListPart<unknown>, 'corrections'> {
  const said = headers.get('x-corrected');
  return said === null
    ? {}
    : { corrections: [...new URLSearchParams(said)].map(([typed, shown]) => ({ typed, shown })) };
}

/** The cursor in a `Link: <…?cursor=…>; rel="next"`. */
function nextCursor(link: string | null): string | null {
  const address = link && /<([^>]+)>\s*;\s*rel="next"/.exec(link)?.[1];
  return address ? new URL(address, 'http://shop').searchParams.get('cursor') : null;
}
