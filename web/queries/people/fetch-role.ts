import type { Role } from '#contract/policy.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** The user's role, as the server says (spec §6), for pages outside the dashboard too. @throws ApiError */
export async function fetchRole({ email }: SessionUser): Promise<Role> {
  return (await userCall('GET /admin/:email', { params: { email } })).role ?? 'customer';
}
