import { type Answer, type Call, ok } from './api-call.ts';
import { invalidParam } from './problems.ts';
import { type Kind, listObjects } from './store.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** What each list can be narrowed by, besides `created`. */
const FILTERS: Partial<Record<Kind, readonly string[]>> = {
  payment_intent: ['customer'],
  charge: ['payment_intent', 'customer'],
  refund: ['payment_intent', 'charge'],
  event: ['type'],
};

/** GET of a collection, newest first, in pages that start after (or end before) an id. */
export async function list(call: Call, kind: Kind, url: string): Promise<Answer> {
  const { params } = call;
  const limit = params.integer('limit') ?? DEFAULT_LIMIT;
  if (limit < 1)
    throw invalidParam('limit', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  if (limit > MAX_LIMIT) {
    throw invalidParam(
      'limit',
      'This value must be less than or equal to 100 (the limit param).',
      'parameter_invalid_integer',
    );
  }
  const equals: Record<string, string> = {};
  for (const name of FILTERS[kind] ?? []) {
    const value = params.text(name);
    if (value !== undefined) equals[name] = value;
  }
  const filter = {
    limit,
    equals,
    types: kind === 'event' ? params.list('types') : undefined,
    created: readCreated(call),
    after: params.text('starting_after'),
    before: params.text('ending_before'),
  };
  params.done();
  if (filter.after && filter.before) {
    throw invalidParam('ending_before', 'You may only specify one of these parameters: starting_after, ending_before.');
  }
  const page = await listObjects(call.tx, kind, filter);
  return ok({ object: 'list', data: page.data, has_more: page.more, url });
}

function readCreated({ params }: Call) {
  if (!params.isHash('created')) {
    const exactly = params.integer('created');
    return exactly === undefined ? {} : { gte: exactly, lte: exactly };
  }
  const created = params.hash('created');
  const bounds = {
    gt: created?.integer('gt'),
    gte: created?.integer('gte'),
    lt: created?.integer('lt'),
    lte: created?.integer('lte'),
  };
  created?.done();
  return bounds;
}
