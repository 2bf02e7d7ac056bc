import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { useSession } from '#web/session/tab-session.ts';

const StandingNotice = lazy(async () => ({ default: (await import('./standing-notice.tsx')).StandingNotice }));

/** Where a basket is filled. */
const FILLING = /^\/(products(\/[^/]+)?|order-pad|basket)$/;

/** Says there, before a basket is filled, that the company that one buys for cannot order just now, or not on account. */
export function CompanyNotice() {
  const { pathname } = useLocation();
  const { user } = useSession();
  const company = useBuyingFor();
  if (!FILLING.test(pathname) || !user || !company || company.isPreview) return null;
  return (
    <Suspense>
      <StandingNotice user={user} company={company} />
    </Suspense>
  );
}
