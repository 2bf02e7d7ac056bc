import { sentence } from '#contract/sentences.ts';
import { type Route, scopesFor } from '#contract/route.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';

/** Makes sure that a key, where one calls, is for this call. @throws AppError FORBIDDEN, with what the key would have to be for */
export function requireScope(route: Pick<Route, 'access' | 'scopes'>, { key }: Pick<Caller, 'key'>): void {
  if (!key) return;
  const needed = scopesFor(route);
  if (needed.some((scope) => key.scopes.includes(scope))) return;
  const message =
    needed.length === 0
      ? sentence('This call cannot be made with an API key.')
      : sentence('This API key does not allow this call, or its creator may no longer make it. It needs {needed}.', {
          needed: needed.join(' or '),
        });
  throw new AppError('FORBIDDEN', message, { facts: { scopes: needed } });
}
