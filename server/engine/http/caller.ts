import type { KeyScope } from '#contract/office/api-keys.ts';
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
  /** The API key that they call with, what it is for, and the one company that it buys for, if any; not set: they are signed in. */
  key?: { id: string; name: string; scopes: readonly KeyScope[]; companyId: string | null };
}

/** Finds out who calls. */
export interface Callers {
  /** @param authorization the header of that name. @throws AppError UNAUTHENTICATED, INVALID_TOKEN, TOKEN_EXPIRED, RATE_LIMITED */
  of(authorization: string | undefined): Promise<Caller>;
}
