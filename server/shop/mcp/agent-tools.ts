import { z } from 'zod';
import { type Route, scopesFor } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { takesFirm } from '#server/engine/http/firm-of-key.ts';
import type { Caller } from '#server/engine/http/caller.ts';

/** A call of the contract as programs that buy make it. */
export interface AgentTool {
  name: string;
  route: Route;
}

/** The calls that have a name for agents, in the order of the table. */
const AGENT_TOOLS: readonly AgentTool[] = Object.values<Route>(routes).flatMap((route) =>
  route.agentTool === undefined ? [] : [{ name: route.agentTool, route }],
);

/** The argument that becomes the header of that name. */
const IDEMPOTENCY_ARGUMENT = 'idempotencyKey';

/** Those that somebody may call: what is public, and with a key what its scopes allow. */
export function toolsFor(caller: Pick<Caller, 'key'> | null): AgentTool[] {
  const scopes = caller?.key?.scopes ?? [];
  return AGENT_TOOLS.filter(
    ({ route }) => route.access === 'public' || scopesFor(route).some((scope) => scopes.includes(scope)),
  );
}

/** A tool as the protocol lists it: its arguments are what the call takes in path, query and body. */
export function describeTool({ name, route }: AgentTool) {
  const inputs = [route.params, route.query, route.body].flatMap((schema) => schema ?? []).map(inputSchema);
  const properties = Object.assign({}, ...inputs.map((each) => each.properties ?? {})) as Record<string, object>;
  const required = inputs.flatMap((each) => each.required ?? []);
  const isRead = route.method === 'GET' || route.access === 'public';
  return {
    name,
    title: route.summary,
    description: `${route.summary}.${TOLD[name] ?? ''}`,
    inputSchema: {
      type: 'object' as const,
      properties: route.idempotent ? { ...properties, [IDEMPOTENCY_ARGUMENT]: IDEMPOTENCY } : properties,
      ...(required.length > 0 ? { required } : {}),
    },
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead && route.method === 'PUT',
      idempotentHint: isRead || route.method === 'PUT',
      openWorldHint: false,
    },
  };
}

const IDEMPOTENCY = {
  type: 'string',
  maxLength: 255,
  description: 'Any name for this order: sent again with the same one, nothing is ordered twice.',
};

/** What an agent has to know of a tool beyond its summary. */
const TOLD: Readonly<Record<string, string>> = {
  search_tools:
    ' Words in q are understood as buyers write them, sizes in mm and inches too. attr narrows by attributes, as get_facets names them: { "size": "10..20" }.',
  get_facets: ' By it a large list is narrowed: it says which attr and values there are, with counts.',
  price_lines: " With a key for a firm, at the firm's own prices.",
  place_order:
    ' It is paid by a person: the answer has a link, paymentUrl, to hand on. Price the lines first and let the buyer agree.',
};

function inputSchema(schema: z.ZodType) {
  const { properties, required } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties, required };
}

/** A call as an agent asked for it. */
export interface AskedCall {
  method: string;
  /** Path with query. */
  path: string;
  body: object | undefined;
  idempotencyKey: string | undefined;
}

/**
 * Puts arguments where the call takes them: what it does not know goes where it is refused by name.
 * @param companyId the one firm of the key; said where the call takes a firm and none is said
 */
export function callOf(
  { route }: AgentTool,
  given: Readonly<Record<string, unknown>>,
  companyId: string | null,
): AskedCall {
  const { [IDEMPOTENCY_ARGUMENT]: idempotency, ...all } = given;
  const args: Record<string, unknown> = route.idempotent ? all : { ...given };
  const firm = companyId !== null && (takesFirm(route.query) || takesFirm(route.body)) ? { companyId } : {};
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = route.path;
  for (const [name, value] of Object.entries({ ...firm, ...args })) {
    if (value === undefined || value === null) continue;
    if (has(route.params, name)) path = path.replace(`:${name}`, encodeURIComponent(String(value)));
    else if (route.body && !has(route.query, name)) body[name] = value;
    else for (const [field, text] of queryFields(name, value)) query.append(field, text);
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return {
    method: route.method,
    // What was not said is no id of anything.
    path: path.replaceAll(/:\w+/g, '-') + search,
    body: route.body ? body : undefined,
    idempotencyKey: typeof idempotency === 'string' ? idempotency : undefined,
  };
}

/** `attr: { size: '10..20' }` is `attr.size=10..20`. */
function queryFields(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).map(([field, each]) => [`${name}.${field}`, String(each)]);
}

function has(schema: z.ZodType | undefined, name: string): boolean {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name);
}
