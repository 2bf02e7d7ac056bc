import type { Caller } from '#server/engine/http/caller.ts';

/** What the rest of the server asks of identity. */
export interface Identity {
  /** Answers /api/auth/*. `clientAddress` is from the socket or a trusted proxy, never from the request itself. */
  handle(request: Request, clientAddress: string): Promise<Response>;
  /**
   * The caller behind an Authorization header, if session and user still stand.
   * @throws AppError UNAUTHENTICATED, INVALID_TOKEN, TOKEN_EXPIRED
   */
  authenticate(authorization: string | undefined): Promise<Caller>;
  /** Whether it is the password of a user, asked before what cannot be taken back; null where they have none. */
  isPasswordOf(userId: string, password: string): Promise<boolean | null>;
  /**
   * Trades the session cookie of that very e-mail for an access token.
   * @throws AppError UNAUTHENTICATED, USER_MISMATCH, INVALID_ORIGIN
   */
  exchange(request: Request, email: string): Promise<{ token: string; expiresAt: string; caller: Caller }>;
}
