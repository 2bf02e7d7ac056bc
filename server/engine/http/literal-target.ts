/** Path segments that the URL parser resolves instead of reading them, in all their spellings. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * A request target that means what it says: `/a/../b` read as `/b`, as URLs do, would give a page under an address that
 * is none (attacks T81), so dots and backslashes that URLs resolve become characters like any other.
 * @param target path and query as the request line spells them
 */
export function literalTarget(target: string): string {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  if (!/\\|\/(?:\.|%2e)/i.test(path)) return target;
  const segments = path.replaceAll('\\', '%5C').split('/');
  const literal = segments.map((segment) => (DOTS.test(segment) ? segment.replaceAll(/\.|%2e/gi, '%252e') : segment));
  return literal.join('/') + target.slice(path.length);
}
