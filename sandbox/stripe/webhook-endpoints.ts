import type Stripe from 'stripe';
import { type Answer, API_VERSION, type Call, ok } from './api-call.ts';
import { newId, randomText } from './ids.ts';
import type { Params } from './params.ts';
import { invalidParam, resourceMissing } from './problems.ts';
import { deleteObject, findObject, insertObject, updateObject } from './store.ts';

type Events = Stripe.WebhookEndpoint['enabled_events'];

/** POST /v1/webhook_endpoints; the signing secret is shown this once. */
export async function createEndpoint(call: Call): Promise<Answer> {
  const { params } = call;
  const events = params.list('enabled_events') as Events | undefined;
  if (!events) {
    throw invalidParam('enabled_events', 'Missing required param: enabled_events.', 'parameter_missing');
  }
  const endpoint: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: params.text('api_version') ?? API_VERSION,
    application: null,
    created: call.now,
    description: params.text('description') ?? null,
    enabled_events: events,
    livemode: false,
    metadata: params.metadata()?.({}) ?? {},
    status: 'enabled',
    url: readUrl(params) ?? missingUrl(),
  };
  params.done();
  const secret = `whsec_${randomText(32)}`;
  await insertObject(call.tx, 'webhook_endpoint', endpoint, { secret });
  return ok({ ...endpoint, secret });
}

/** GET /v1/webhook_endpoints/:id */
export async function retrieveEndpoint(call: Call, id: string): Promise<Answer> {
  return ok(await endpointById(call, id));
}

/** POST /v1/webhook_endpoints/:id */
export async function updateEndpoint(call: Call, id: string): Promise<Answer> {
  const { params } = call;
  const before = await endpointById(call, id);
  const merge = params.metadata();
  const disabled = params.flag('disabled');
  const endpoint: Stripe.WebhookEndpoint = {
    ...before,
    description: params.has('description') ? (params.text('description') ?? null) : before.description,
    enabled_events: (params.list('enabled_events') as Events | undefined) ?? before.enabled_events,
    metadata: merge ? merge(before.metadata) : before.metadata,
    status: disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled',
    url: readUrl(params) ?? before.url,
  };
  params.done();
  await updateObject(call.tx, 'webhook_endpoint', endpoint);
  return ok(endpoint);
}

/** DELETE /v1/webhook_endpoints/:id */
export async function deleteEndpoint(call: Call, id: string): Promise<Answer> {
  await endpointById(call, id);
  await deleteObject(call.tx, 'webhook_endpoint', id);
  return ok({ id, object: 'webhook_endpoint', deleted: true });
}

async function endpointById(call: Call, id: string): Promise<Stripe.WebhookEndpoint> {
  const kept = await findObject(call.tx, 'webhook_endpoint', id, 'change');
  if (!kept) throw resourceMissing('webhook endpoint', id, 'webhook_endpoint');
  return kept.data;
}

function readUrl(params: Params): string | undefined {
  const url = params.text('url');
  if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
    throw invalidParam('url', 'Invalid URL: an explicit scheme (such as https) must be provided.', 'url_invalid');
  }
  return url;
}

function missingUrl(): never {
  throw invalidParam('url', 'Missing required param: url.', 'parameter_missing');
}
