import type { Scope } from '#contract/office/api-keys.ts';
import type { Role } from '#contract/policy.ts';

/** Who calls, as the business rules see them; fresh from the database at each call. */
export interface Caller {
  userId: string;
  email: string;
  name: string;
  image: string | null;
  role: Role;
  /** Empty where they call with a key. */
  sessionId: string;
  /** The API key that they call with, and what it is for; not set: they are signed in. */
  key?: { id: string; name: string; scopes: readonly Scope[] };
}
