import { NavLink } from 'react-router';
import { useSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';

/** Only for those who are signed in (spec §2). */
export function DashboardLink({ className }: { className: (state: { isActive: boolean }) => string }) {
  if (useSession().status !== 'signed-in') return null;
  return (
    <li className="contents">
      <PageLink as={NavLink} to="/dashboard" className={className}>
        Dashboard
      </PageLink>
    </li>
  );
}
