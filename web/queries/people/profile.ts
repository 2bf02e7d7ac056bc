import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallAnswer } from '#web/api/call.ts';
import type { Source } from '#web/api/source.ts';
import { tabSession, userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate } from '../outdate.ts';

/** The signed-in user's own profile. */
export function profileOf({ uid, email }: SessionUser): Source<CallAnswer<'GET /user/:email/profile'>> {
  return {
    key: [PERSONAL, uid, 'profile', email],
    fetch: () => userCall('GET /user/:email/profile', { params: { email } }),
  };
}

/** Changes the profile of an address's owner; the bar shows the new name at once. @throws ApiError */
export async function updateProfile(
  email: string,
  changed: Pick<BodyInput<'updateUser'>, 'address' | 'phone' | 'language'> & { name: string },
): Promise<void> {
  await userCall('PUT /user/:email', { params: { email }, body: { ...changed, email } });
  tabSession().renamed(changed.name);
  await outdate('profile');
}
