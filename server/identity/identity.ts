import type { Scope } from '#contract/api-keys.ts';
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

/** What the rest of the server asks of identity. */
export interface Identity {
  /** Answers /api/auth/*. `clientAddress` is from the socket or a trusted proxy, never from the request itself. */
  handle(request: Request, clientAddress: string): Promise<Response>;
  /**
   * The caller behind an Authorization header, if session and user still stand.
   * @throws AppError UNAUTHENTICATED, INVALID_TOKEN, TOKEN_EXPIRED
   */
  authenticate(authorization: string | undefined): Promise<Caller>;
  /**
   * Trades the session cookie of that very e-mail for an access token.
   * @throws AppError UNAUTHENTICATED, USER_MISMATCH, INVALID_ORIGIN
   */
  exchange(request: Request, email: string): Promise<{ token: string; expiresAt: string; caller: Caller }>;
}
