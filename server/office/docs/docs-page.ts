import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { shortName } from '#content/brand.ts';
import { SCOPES } from '#contract/office/api-keys.ts';
import { WEBHOOK_EVENTS } from '#contract/office/webhooks.ts';
import type { Config } from '#server/config.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { describe } from './openapi.ts';
import { EXAMPLES } from './examples.ts';

type Schema = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}
interface Description {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** How deep fields within fields are shown; what is below is in /openapi.json. */
const DEPTH = 3;

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#1c1b18,#eceae4);--soft:light-dark(#5a574f,#b5b1a6);--line:light-dark(#d9d5ca,#46433b);--ground:light-dark(#fff,#1b1a17);--box:light-dark(#f4f2ec,#26241f);--link:light-dark(#7a3a00,#ffb877)}
*{box-sizing:border-box}html{scroll-behavior:smooth}@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--ground)}
.page{max-width:72rem;margin:auto;padding:1rem;display:grid;gap:2rem}@media(min-width:64rem){.page{grid-template-columns:13rem minmax(0,1fr)}nav{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto}}
main{min-width:0}a{color:var(--link)}a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav ul,.fields{list-style:none;margin:0;padding:0}nav li{padding:.3rem 0}.fields .fields{margin-left:1rem;border-left:2px solid var(--line);padding-left:.75rem}
h1{font-size:2rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.5rem;margin:2.5rem 0 .5rem;padding-top:.5rem}h3{font-size:1.05rem;margin:1rem 0 .25rem}h4{font-size:1rem;margin:1rem 0 .25rem}
pre{background:var(--box);padding:.75rem 1rem;overflow-x:auto;border-radius:.4rem;font-size:.875rem}code{font-family:ui-monospace,monospace;font-size:.9em;overflow-wrap:anywhere}
details{border:1px solid var(--line);border-radius:.4rem;margin:.5rem 0;padding:0 .9rem}summary{padding:.6rem 0;cursor:pointer;overflow-wrap:anywhere}details[open]{padding-bottom:.9rem}
.verb{display:inline-block;min-width:4.2rem;font-weight:700}.soft{color:var(--soft)}`;

const HASH = createHash('sha256').update(STYLE).digest('base64');
/** Nothing is run on the page and nothing is loaded by it. */
const POLICY = `default-src 'none'; object-src 'none'; style-src 'sha256-${HASH}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** What /openapi.json says, for people, with examples; it is the same for everybody while the shop's name is. */
export function createDocsPage({ baseUrl }: Config, settings: SettingsStore): () => Promise<Response> {
  let made: { name: string; page: Promise<string> } | undefined;
  return async () => {
    const { company } = (await settings.read()).settings;
    if (made?.name !== company.name) made = { name: company.name, page: render(baseUrl, company) };
    return new Response(await made.page, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'public, max-age=0, must-revalidate',
      },
    });
  };
}

async function render(baseUrl: string, company: { name: string; email: string }): Promise<string> {
  const brand = text(shortName(company.name));
  // What describe makes has this shape; openapi.test.ts lints it.
  const described = (await describe(baseUrl, company)) as unknown as Description;
  const { paths, tags, webhooks, components } = described;
  const calls: Group['calls'] = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const html = call({ path, method: method.toUpperCase(), operation }, components.schemas);
      calls.push({ tags: operation.tags, html });
    }
    // Others have a turn: there are hundreds of them.
    await setImmediate();
  }
  const groups = tags.map((tag) => ({
    ...tag,
    id: idOf(tag.name),
    calls: calls.filter((each) => each.tags.includes(tag.name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference | ${brand}</title>
<meta name="description" content="How other systems find tools, order and keep stock in step with ${brand}.">
<link rel="canonical" href="${text(baseUrl)}/docs">
<style>${STYLE}</style>
</head>
<body>
<div class="page">
<nav aria-label="On this page"><ul>
<li><a href="/">${brand}</a></li>
<li><a href="#begin">Getting started</a></li>
<li><a href="#examples">Examples</a></li>
<li><a href="#webhooks">Webhooks</a></li>
${groups.map(({ id, name }) => `<li><a href="#${id}">${text(name)}</a></li>`).join('\n')}
</ul></nav>
<main>
<h1>API reference</h1>
<p>How other systems find tools, order, and keep stock in step. The same is in <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1), to generate clients from.</p>
<h2 id="begin">Getting started</h2>
<p>Money is a number in the shop's currency with at most two decimals; times are ISO 8601 in UTC. An error has a <code>code</code> from a closed list, a <code>message</code> for people, and <code>issues</code> that name fields; 429 and 503 say in <code>Retry-After</code> when to try again.</p>
<p>An admin creates a key under API Keys in the dashboard. Send it as <code>Authorization: Bearer tbk_…</code>, and nowhere else. It acts for whoever created it, within its scopes: ${SCOPES.map((scope) => `<code>${scope}</code>`).join(', ')}. A key can make 600 calls a minute.</p>
<h2 id="examples">Examples</h2>
<p>With <code>SHOP=${text(baseUrl)}</code>, a key in <code>KEY</code>, and the <code>_id</code> of a tool in <code>TOOL</code>:</p>
${EXAMPLES.map(
  ({ id, title, says, code }) =>
    `<h3 id="example-${id}">${text(title)}</h3>\n<p>${text(says)}</p>\n<pre tabindex="0" role="region" aria-label="${text(title)}"><code>${text(code)}</code></pre>`,
).join('\n')}
<h2 id="webhooks">Webhooks</h2>
<p>An admin adds an address under Webhooks in the dashboard. It is called according to the <a href="https://www.standardwebhooks.com/">Standard Webhooks</a> specification when one of these events happens: ${WEBHOOK_EVENTS.map((event) => `<code>${event}</code>`).join(', ')}. The body is <code>{ type, timestamp, data }</code>. The headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> prove that it came from this shop, and when.</p>
<p>A message that is not answered with 2xx within 15 seconds is retried for three days, with growing pauses. Messages can arrive twice or out of order: in <code>tool.changed</code>, the highest <code>version</code> is current. They contain no personal data; <code>GET /order/{id}</code> does.</p>
${Object.entries(webhooks)
  .flatMap(([event, { post }]) =>
    post ? [call({ path: event, method: 'POST', operation: post }, components.schemas)] : [],
  )
  .join('\n')}
${groups.map(group).join('\n')}
</main>
</div>
</body>
</html>
`;
}

interface Group {
  id: string;
  name: string;
  description: string;
  calls: { tags: string[]; html: string }[];
}

interface Described {
  path: string;
  method: string;
  operation: Operation;
}

function group({ id, name, description, calls }: Group): string {
  return `<h2 id="${id}">${text(name)}</h2>\n<p>${text(description)}.</p>\n${calls.map(({ html }) => html).join('\n')}`;
}

function call({ path, method, operation }: Described, schemas: Record<string, Schema>): string {
  const { operationId, summary, description, parameters, requestBody, responses } = spelledOut(
    operation,
    schemas,
  ) as Operation;
  const rest = description.slice(summary.length + 2);
  const bodies = Object.entries(requestBody?.content ?? {});
  const given = parameters.map((each) =>
    field(`${each.name} (${each.in})`, each.schema, each.required === true, 0, each.description),
  );
  const soft = `<span class="soft">${text(summary)}</span>`;
  return [
    `<details id="${operationId}"><summary><span class="verb">${method}</span> <code>${text(path)}</code> ${soft}</summary>`,
    `<p>${text(rest)}</p>`,
    given.length > 0 ? `<h4>Parameters</h4>${list(given)}` : '',
    bodies.map(([type, { schema }]) => `<h4>Body, ${text(type)}</h4>${fields(schema, 0)}`).join(''),
    ...Object.entries(responses).map(([status, response]) => answer(status, response)),
    '</details>',
  ].join('\n');
}

function answer(status: string, { description, content }: Operation['responses'][string]): string {
  if (!status.startsWith('2'))
    return `<p><strong>${status}</strong> <span class="soft">${text(description)}</span></p>`;
  const kinds = Object.entries(content ?? {}).map(([type, { schema }]) =>
    type === 'application/json' ? fields(schema, 0) : `<p>${text(type)}</p>`,
  );
  return `<h4>Answer ${status}</h4>${kinds.join('')}`;
}

/** The fields of an object, or of each of a list. */
function fields(schema: Schema, depth: number): string {
  if (schema['type'] === 'array') return `<p>A list of:</p>${fields(asSchema(schema['items']), depth)}`;
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  if (properties.length === 0) return `<p>${text(typeOf(schema))}</p>`;
  return list(properties.map(([name, each]) => field(name, each, required.has(name), depth)));
}

function field(name: string, schema: Schema, required: boolean, depth: number, says?: string): string {
  const inner = schema['type'] === 'array' ? asSchema(schema['items']) : schema;
  const more = depth < DEPTH && inner['properties'] ? fields(inner, depth + 1) : '';
  const kind = required ? typeOf(schema) : `${typeOf(schema)}, optional`;
  const about = says ? ` ${text(says)}` : '';
  return `<li><code>${text(name)}</code> <span class="soft">${text(kind)}</span>${about}${more}</li>`;
}

function list(items: string[]): string {
  return `<ul class="fields">${items.join('')}</ul>`;
}

/** A type in a few words, such as `text`, `whole number, 1 to 100`, `one of a, b`. */
function typeOf(schema: Schema): string {
  const { type, enum: choices, anyOf, items, minimum, maximum, maxLength } = schema;
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}`;
  if (Array.isArray(anyOf)) return anyOf.map((each) => typeOf(asSchema(each))).join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') return `list of ${typeOf(asSchema(items))}`;
  if (type === 'string') return typeof maxLength === 'number' ? `text to ${maxLength.toLocaleString('en-US')}` : 'text';
  const kind = type === 'integer' ? 'whole number' : String(type ?? 'any');
  const bounded = [minimum, maximum].every((bound) => typeof bound === 'number' && Math.abs(bound) < 1e15);
  return bounded
    ? `${kind}, ${Number(minimum).toLocaleString('en-US')} to ${Number(maximum).toLocaleString('en-US')}`
    : kind;
}

/** The same with each name replaced by what it stands for. */
function spelledOut(node: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(node)) return node.map((each) => spelledOut(each, schemas));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref: reference } = node as Schema;
  if (typeof reference === 'string') return spelledOut(schemas[reference.split('/').at(-1) ?? ''], schemas);
  return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, spelledOut(each, schemas)]));
}

function asSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null ? (value as Schema) : {};
}

function idOf(name: string): string {
  return `calls-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
}

function text(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
