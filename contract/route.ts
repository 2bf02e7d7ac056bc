import { z } from 'zod';
import { type KeyScope, SCOPES } from './office/api-keys.ts';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './policy.ts';
import { Email, Id } from './text.ts';

/**
 * Who may call: everybody; a signed-in user; the owner of the `:email` in the path; whoever has the permission of
 * contract/policy.ts, or one of two; a holder of the session cookie or the bearer (PUT /user/{email} alone); a sender that signs the body.
 * Whose object an id names is the rule's own question.
 */
type Access =
  | 'public'
  | 'signed-in'
  | 'own-email'
  | `staff:${Permission}`
  | 'staff:settings|books'
  | 'staff:returns|orders.ship'
  | 'session'
  | 'signature';

/** The permissions of which a call asks for one; empty where it asks for none. */
export function permissionsFor(access: Access): readonly Permission[] {
  // What follows the colon are permissions by the type of Access.
  return access.startsWith('staff:') ? (access.slice('staff:'.length).split('|') as Permission[]) : [];
}

/**
 * What an API key must be for to make a call, one of them: the permission that staff need, or what the row says. Empty: the
 * call is made by people alone.
 */
export function scopesFor({ access, scopes = [] }: Pick<Route, 'access' | 'scopes'>): readonly KeyScope[] {
  const permissions: readonly string[] = permissionsFor(access);
  return permissions.length === 0 ? scopes : SCOPES.filter((scope) => permissions.includes(scope));
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  access: Access;
  /**
   * Of a call of the signed-in, and of a public one that says more to those of a company: what an API key must be for to make it, one of
   * these; without it none may.
   */
  scopes?: readonly KeyScope[];
  /** What it does, for the generated description. */
  summary: string;
  /** What stands in its path; of a row only where that is more than ids and somebody's email. */
  params?: z.ZodType;
  /** A strict object: a name that it does not know is refused. Without it the call takes no query. */
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Of a success, where it is not 200. */
  status?: 201;
  /** What it can answer beyond what its access and input imply. */
  errors?: readonly ErrorCode[];
  /** `public` answers are the same for everybody and may be cached; all others are no-store. */
  cache?: 'public';
  /** An array with `Link` and `X-Total-Count`. */
  list?: boolean;
  /** Answers a file of this type instead of JSON; `answer` is then a Paper, of `text/csv` (XLSX if asked), `application/zip` and of any type a StreamedFile. */
  file?: 'application/pdf' | 'application/xml' | 'application/zip' | 'text/csv' | '*/*';
  /** A paper that says what things cost: refused to whoever is not to see that. */
  hasPrices?: true;
  /** Takes a file as its body, which the handler reads and checks by its content. */
  takes?: 'image/*' | 'text/csv' | '*/*';
  /** How long the body may take to arrive, in ms, where it is not the usual 30 seconds. */
  arrivesWithin?: number;
  /** Answers 202 instead where what was asked for goes on, with `state: 'running'`. */
  mayGoOn?: true;
  /** Answers 200 where what it makes was made before; its handler says which it was. */
  madeOnce?: true;
  /** The largest body in bytes, where it is not the usual 256 kB. */
  maxBytes?: number;
  /** What programs that buy call it by at POST /mcp; its scopes say which keys see it there, a public one everybody does. */
  agentTool?: string;
  /**
   * Of a POST, which takes `Idempotency-Key` by itself and is answered again from what was kept: `none` where it makes nothing, so that no
   * key is looked at; `own` where its handler keeps the key with what it makes.
   */
  key?: 'none' | 'own';
}

/** Whether a call takes `Idempotency-Key`. */
export function takesKey({ method, key }: Pick<Route, 'method' | 'key'>): boolean {
  return method === 'POST' && key !== 'none';
}

/** What stands in a call, such as `id` in `GET /tool/:id`. */
export type ParameterNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A row of the table as it is written, with its method and path in one: `GET /tool/:id`. */
type Row = Omit<Route, 'method' | 'path'> & { call: `${Route['method']} /${string}` };

type DefinedRoutes<Rows> = { [N in keyof Rows]: Rows[N] & Pick<Route, 'method' | 'path'> };

/** The rows of a subject, each with its method, its path and the schema of what stands in that. */
export function defineRoutes<const Rows extends Record<string, Row>>(rows: Rows): DefinedRoutes<Rows> {
  const routes = Object.entries<Row>(rows).map(([name, row]) => {
    const [method, path = ''] = row.call.split(' ');
    const names = [...path.matchAll(/:(\w+)/g)].map(([, each = '']) => each);
    const params =
      names.length > 0
        ? z.object(Object.fromEntries(names.map((each) => [each, each === 'email' ? Email : Id])))
        : undefined;
    return [name, { params, ...row, method, path }];
  });
  // Each row is there with what its call says.
  return Object.fromEntries(routes) as DefinedRoutes<Rows>;
}
