import { useNavigate } from 'react-router';
import { tabSession, useSession } from '#web/session/tab-session.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { toast } from '#web/shell/toasts.ts';
import { say } from '#web/saying/say.ts';

/** Login, or who is signed in and Sign Out. The document, the same for everybody, has Login until the page is alive. */
export function SessionLinks() {
  const { status, user } = useSession();
  const navigate = useNavigate();
  if (status !== 'signed-in') {
    return (
      <PageLink to="/login" className={`btn btn-primary btn-sm ${status === 'unknown' ? 'login-until-known' : ''}`}>
        {say('Login')}
      </PageLink>
    );
  }
  const signOut = async () => {
    const ended = tabSession().end();
    // Home at once: by the time the shop has answered, the visitor may be on another page already.
    void navigate('/');
    await ended.catch(() =>
      toast.error(say('You are signed out here, but the shop could not be reached to end your session.')),
    );
  };
  return (
    <>
      <span className="session-name min-w-0 truncate text-sm font-medium" title={user.email}>
        {user.displayName || user.email}
      </span>
      <button type="button" className="session-end btn btn-outline btn-sm" onClick={() => void signOut()}>
        {say('Sign Out')}
      </button>
    </>
  );
}
