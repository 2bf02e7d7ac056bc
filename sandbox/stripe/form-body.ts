/** A value of a form with bracket nesting: `a[b][]=c` is `{ a: { b: ['c'] } }`. */
export type FormValue = string | FormValue[] | FormHash;
export interface FormHash {
  [name: string]: FormValue;
}

const MAX_DEPTH = 8;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads `application/x-www-form-urlencoded` text or a query as Stripe does. Names that could reach a prototype are left out. */
export function parseForm(pairs: URLSearchParams): FormHash {
  const root: FormHash = {};
  for (const [name, value] of pairs) {
    const path = splitName(name);
    if (path.length <= MAX_DEPTH && !path.some((part) => FORBIDDEN.has(part))) put(root, path, value);
  }
  return withLists(root) as FormHash;
}

function splitName(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0) return [name];
  return [name.slice(0, open), ...[...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')];
}

function put(root: FormHash, path: string[], value: string): void {
  let place = root;
  for (const [index, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(place).length) : part;
    if (index === path.length - 1) {
      place[key] = value;
      return;
    }
    const next = place[key];
    place = typeof next === 'object' && !Array.isArray(next) ? next : (place[key] = {});
  }
}

/** Hashes whose names are 0, 1, 2 … are lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
