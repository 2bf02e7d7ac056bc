import { createContext, useContext } from 'react';
import type { SessionUser } from './user.ts';

/** Who is signed in, for all of the dashboard. */
export const SignedIn = createContext<SessionUser | null>(null);

/** The signed-in user, in the dashboard. */
export function useUser(): SessionUser {
  const user = useContext(SignedIn);
  if (!user) throw new Error('This is only shown to signed-in users.');
  return user;
}
