import { invalidParam } from './problems.ts';
import { findObject, type Kind, type Query } from './store.ts';

const KIND_OF_FIELD: Record<string, Kind> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};
const MAX_DEPTH = 4;

/**
 * Puts whole objects in place of ids, as `expand[]=latest_charge` or `expand[]=data.payment_intent` asks.
 * @throws 400 for a field that cannot be expanded.
 */
export async function expand(tx: Query, body: object, paths: string[]): Promise<object> {
  let expanded: object = structuredClone(body);
  for (const path of paths) {
    const parts = path.split('.');
    if (parts.length > MAX_DEPTH) {
      throw invalidParam('expand', `You cannot expand more than ${MAX_DEPTH} levels of a property.`);
    }
    expanded = (await expandPath(tx, expanded, parts, path)) as object;
  }
  return expanded;
}

async function expandPath(tx: Query, value: unknown, parts: string[], path: string): Promise<unknown> {
  const [field, ...rest] = parts;
  if (field === undefined || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map((item) => expandPath(tx, item, parts, path)));
  if (typeof value !== 'object' || !Object.hasOwn(value, field)) throw notExpandable(path);
  const inner = (value as Record<string, unknown>)[field];
  const found = typeof inner === 'string' ? await objectBehind(tx, field, inner, path) : inner;
  if (inner !== null && typeof found !== 'object') throw notExpandable(path);
  return { ...value, [field]: await expandPath(tx, found, rest, path) };
}

async function objectBehind(tx: Query, field: string, id: string, path: string): Promise<unknown> {
  const kind = KIND_OF_FIELD[field];
  if (!kind) throw notExpandable(path);
  return (await findObject(tx, kind, id))?.data ?? null;
}

function notExpandable(path: string) {
  return invalidParam('expand', `This property cannot be expanded (${path}).`);
}
