import { permissionsFor, type Route } from '#contract/route.ts';
import { routes } from '#contract/routes.ts';

/** An id that fits the contract and that nothing has. */
export const NOBODYS_ID = '01aaaaaaaaaaaaaaaaaaaaaaaa';

/** One call that the table of routes says must be refused, whoever serves it. */
interface AccessCase {
  name: string;
  method: string;
  path: string;
  body: object | undefined;
}

/** A call of the route about somebody else: their e-mail and an id that nobody has. @param body what is sent where it takes one */
export function callAbout(route: Route, email: string, body: object): Omit<AccessCase, 'name'> {
  const query = route.path === '/order' && route.method === 'GET' ? `?email=${email}` : '';
  return {
    method: route.method,
    path: route.path.replace(':email', email).replace(':id', NOBODYS_ID) + query,
    body: route.body ? body : undefined,
  };
}

const table = Object.entries(routes) as [string, Route][];
const casesOf = (which: (route: Route) => boolean, email: string, body: object): AccessCase[] =>
  table.filter(([, route]) => which(route)).map(([name, route]) => ({ name, ...callAbout(route, email, body) }));

/** Every call that nobody may make without an access token (attacks T10). */
export function callsOfTheSignedIn(email: string): AccessCase[] {
  return casesOf(({ access }) => access !== 'public' && access !== 'signature', email, { email });
}

/** Every call that only some of the staff may make (attacks T11). */
export function callsOfStaff(email: string): AccessCase[] {
  return casesOf(({ access }) => permissionsFor(access).length > 0, email, {});
}

/** Every call that only the owner of the e-mail in its path may make, not even an admin (attacks T12). */
export function callsOfTheOwner(email: string): AccessCase[] {
  const profile = { name: 'x', address: '', phone: '' };
  return casesOf(({ path, access }) => path.includes(':email') && permissionsFor(access).length === 0, email, profile);
}

/** What is sent in place of an access token by who has none. */
export const NO_TOKENS: [what: string, headers: Record<string, string>][] = [
  ['no token', {}],
  ['an empty Bearer', { authorization: 'Bearer' }],
  ['Bearer null', { authorization: 'Bearer null' }],
  ['Basic credentials', { authorization: 'Basic YWxpY2U6dHJhZGViZW5jaA==' }],
  ['a made-up token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' }],
];
