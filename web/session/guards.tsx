import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { rememberedPath, returnPath } from './return-to.ts';
import { SENT_AWAY } from './sent-away.ts';
import type { Departure } from './session.ts';
import { useSession } from './tab-session.ts';
import type { SessionUser } from './user.ts';

/** What the login page is told of whoever was signed out by a page that is not for them. */
export const NOT_STAFF = 'not-staff';

/**
 * Leads whoever is not signed in to the login page, which leads back here. Whoever was signed in a moment ago is led by
 * why they no longer are: home where they asked for it, or where the shop refused them their orders (spec §4); and from a
 * page for staff not back to it, where the same would happen again.
 */
function Departed({ why }: { why: Departure | null }) {
  const { pathname, search } = useLocation();
  const isMyOrders = pathname === '/dashboard';
  if (why === 'asked' || (isMyOrders && why !== null && why !== 'elsewhere')) return <Navigate to="/" replace />;
  const state = why === 'not-staff' ? { from: '/dashboard', reason: NOT_STAFF } : { from: pathname + search };
  return <Navigate to="/login" replace state={state} />;
}

/** Shows its children to whoever is signed in; leads everybody else to the login page and back (spec §4). */
export function RequireUser({ children }: { children: (user: SessionUser) => ReactNode }) {
  const session = useSession();
  const departure = useDeparture();
  if (session.status === 'signed-in') return children(session.user);
  return departure ?? <LoadingScreen />;
}

/** For a page that is not for visitors: what leads away from it; null while somebody is signed in or nobody knows yet. */
export function useDeparture(): ReactNode {
  const session = useSession();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session.status === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  return session.status === 'signed-out' ? <Departed why={wasSignedIn ? session.why : null} /> : null;
}

/** Leads whoever is signed in back to where they came from. */
export function BackFromLogin() {
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const path = returnPath(rememberedPath(state) ?? take(SENT_AWAY) ?? take(COMING_BACK));
    // The payment page's own policy comes with its document.
    if (path.startsWith('/dashboard/payment/')) window.location.replace(path);
    else void navigate(path, { replace: true });
  }, [state, navigate]);
  return <LoadingScreen />;
}

/** The page that sent a visitor here, until `forgetSentAway`. */
export function sentAwayFrom(): string | null {
  return window.sessionStorage.getItem(SENT_AWAY);
}

export function forgetSentAway(): void {
  window.sessionStorage.removeItem(SENT_AWAY);
}

const COMING_BACK = 'tradebench.coming-back';

/** Before the browser leaves for another site to sign in: where it shall be led afterwards. */
export function rememberComingBack(state: unknown): void {
  window.sessionStorage.setItem(COMING_BACK, returnPath(rememberedPath(state) ?? sentAwayFrom()));
}

/** Whether the browser comes back from another site's sign-in. */
export function isComingBack(): boolean {
  return window.sessionStorage.getItem(COMING_BACK) !== null;
}

/** A path that was kept for once. */
function take(key: string): string | null {
  const path = window.sessionStorage.getItem(key);
  window.sessionStorage.removeItem(key);
  return path;
}
