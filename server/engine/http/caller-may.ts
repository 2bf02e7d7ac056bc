import type { Scope } from '#contract/office/api-keys.ts';
import { may, type Permission } from '#contract/policy.ts';
import type { Caller } from './caller.ts';

/** Whether a caller has a permission: by their role, and where they call with a key, by what the key is for. */
export function callerMay({ role, key }: Pick<Caller, 'role' | 'key'>, permission: Permission): boolean {
  return may(role, permission) && (key === undefined || key.scopes.includes(permission as Scope));
}
