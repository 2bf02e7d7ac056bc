import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { rememberedPath, returnPath } from './return-to.ts';
import { useSession } from './tab-session.ts';
import type { SessionUser } from './user.ts';

/** Leads to the login page, which leads back here. */
export function ToLogin() {
  const { pathname, search } = useLocation();
  return <Navigate to="/login" replace state={{ from: pathname + search }} />;
}

/** Shows its children to whoever is signed in; leads everybody else to the login page and back (spec §4). */
export function RequireUser({ children }: { children: (user: SessionUser) => ReactNode }) {
  const { status, user } = useSession();
  if (status === 'unknown') return <LoadingScreen />;
  return status === 'signed-in' ? children(user) : <ToLogin />;
}

/** Leads whoever is signed in back to where he came from. */
export function BackFromLogin() {
  const { state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const path = returnPath(rememberedPath(state) ?? takeComingBack());
    // The payment page's own policy comes with its document.
    if (path.startsWith('/dashboard/payment/')) window.location.replace(path);
    else void navigate(path, { replace: true });
  }, [state, navigate]);
  return <LoadingScreen />;
}

const COMING_BACK = 'tradebench.coming-back';

/** Before the browser leaves for another site to sign in: where it shall be led afterwards. */
export function rememberComingBack(state: unknown): void {
  window.sessionStorage.setItem(COMING_BACK, returnPath(rememberedPath(state)));
}

/** Whether the browser comes back from another site's sign-in. */
export function isComingBack(): boolean {
  return window.sessionStorage.getItem(COMING_BACK) !== null;
}

function takeComingBack(): string | null {
  const path = window.sessionStorage.getItem(COMING_BACK);
  window.sessionStorage.removeItem(COMING_BACK);
  return path;
}
