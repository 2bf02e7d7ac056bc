import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import type { CallAnswer } from './call.ts';
import { PERSONAL } from './caches.ts';
import type { Source } from './kept.ts';

/** The signed-in user's own profile. */
export function profileOf({ uid, email }: SessionUser): Source<CallAnswer<'GET /user/:email/profile'>> {
  return {
    key: [PERSONAL, uid, 'profile'],
    fetch: () => userCall('GET /user/:email/profile', { params: { email } }),
  };
}
