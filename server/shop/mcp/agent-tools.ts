import { z } from 'zod';
import { ATTR } from '#contract/catalogue/facets.ts';
import { type Route, scopesFor, takesKey } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';
import { takesCompany } from '#server/engine/http/company-of-key.ts';
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
      properties: takesKey(route) ? { ...properties, [IDEMPOTENCY_ARGUMENT]: IDEMPOTENCY } : properties,
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
  description:
    'A unique key for this request, such as a UUID. Send one with every call, and the same one again if no answer came: nothing is done twice.',
};

/** What an agent has to know of a tool beyond its summary. */
const TOLD: Readonly<Record<string, string>> = {
  search_tools:
    ' Words in q are understood as buyers write them, sizes in mm and inches too. attr narrows by attributes, as get_facets names them: { "size": "10..20" }.',
  get_facets: ' Use it to narrow a large list: it says which attr and values there are, with counts.',
  price_lines: " With a key for a company, at the company's own prices.",
  place_order:
    ' A person pays for it: the answer has a link, paymentUrl, to hand on. Price the lines first and let the buyer agree. Send an idempotencyKey with every order; if no answer came, send the same order with the same key, never with a new one: it may have been placed.',
  get_order: ' If it is not paid, the answer has a link, paymentUrl, for a person to pay with.',
  change_list: ' Quantity 0 removes a tool.',
  ask_quote: ' The shop answers later, in versions: check with get_quote.',
  accept_quote:
    ' Send the version and its price as get_quote gave them. A person pays for the order: the answer has a link, paymentUrl, to hand on.',
};

function inputSchema(schema: z.ZodType) {
  const { properties, required } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties, required };
}

/** What was not said is no id of anything. */
const NO_ID = '-';

/** A call as an agent asked for it. */
interface AskedCall {
  method: string;
  /** Path with query. */
  path: string;
  body: object | undefined;
  idempotencyKey: string | undefined;
}

/**
 * Puts arguments where the call takes them: what it does not know goes where it is refused by name.
 * @param whose the one company of the key, said where the call takes a company and none is said; else whose key it is, where it asks for that
 */
export function callOf(
  { route }: AgentTool,
  given: Readonly<Record<string, unknown>>,
  whose: { companyId: string | null; email: string | null },
): AskedCall {
  const { [IDEMPOTENCY_ARGUMENT]: idempotency, ...all } = given;
  const args: Record<string, unknown> = takesKey(route) ? all : { ...given };
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let path = route.path;
  for (const [name, value] of Object.entries({ ...saidFor(route, whose, args), ...args })) {
    if (value === undefined || value === null) continue;
    if (has(route.params, name)) path = path.replace(`:${name}`, pathPart(String(value)));
    else if (route.body && !has(route.query, name)) body[name] = value;
    else for (const [field, text] of queryFields(name, value)) query.append(field, text);
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return {
    method: route.method,
    path: path.replaceAll(/:\w+/g, NO_ID) + search,
    body: route.body ? body : undefined,
    idempotencyKey: idempotency === undefined || idempotency === null ? undefined : headerText(idempotency),
  };
}

/** As one part of a path: nothing, a point or two would lead to another call. */
function pathPart(text: string): string {
  return /^\.{0,2}$/.test(text) ? NO_ID : encodeURIComponent(text);
}

/** As a header says it; what none can say is empty, which the call refuses rather than order without it. */
function headerText(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return /^[\x21-\x7e]*$/.test(text) ? text : '';
}

/** What an agent need not say, since its key does. */
function saidFor(
  route: Route,
  { companyId, email }: Parameters<typeof callOf>[2],
  args: Readonly<Record<string, unknown>>,
): Record<string, string> {
  if (companyId !== null && (takesCompany(route.query) || takesCompany(route.body))) return { companyId };
  return email !== null && has(route.query, 'email') && !('companyId' in args) ? { email } : {};
}

/** `attr: { size: '10..20' }` is `attr.size=10..20`. */
function queryFields(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  const fields = Object.entries(value);
  // Passed over, it would be as if nothing were asked, where something was.
  if (fields.length === 0 && `${name}.` !== ATTR) return [[`${name}.`, '']];
  return fields.map(([field, each]) => [`${name}.${field}`, String(each)]);
}

function has(schema: z.ZodType | undefined, name: string): boolean {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, name);
}
