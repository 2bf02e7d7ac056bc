import { sentence } from '#contract/sentences.ts';
import { timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PunchoutKind } from '#contract/buying/punchout.ts';
import { mayInCompany } from '#contract/company-policy.ts';
import type { PostalAddress } from '#contract/people/addresses.ts';
import { networkOf } from '#server/client-address.ts';
import type { Database } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { createLimits } from '#server/engine/http/limits.ts';
import { hashOfSecret } from './connections.ts';
import { noteCall } from './log.ts';
import { punchoutConnections } from './punchout.sql.ts';

export type Connection = typeof punchoutConnections.$inferSelect;

/** As whom a connection buys. */
export interface Buyer {
  userId: string;
  email: string;
  name: string;
  phone: string;
}

/** The same with the company, and where its invoices go. */
export interface BuyerOfCompany extends Buyer {
  company: string;
  country: string;
  address: PostalAddress;
}

/** So many wrong secrets from one network for one name in five minutes. */
const TRIES = { max: 20, seconds: 300 };
/** Longer than any that we made. */
const MAX_CREDENTIAL = 200;

interface Credentials {
  username: string;
  secret: string;
  clientAddress: string;
}

/**
 * The connection whose name and secret somebody sent; whichever of both is wrong, they hear the same.
 * @throws AppError UNAUTHENTICATED, RATE_LIMITED after too many tries
 */
export async function signIn(
  database: Database,
  kind: PunchoutKind,
  { username, secret, clientAddress }: Credentials,
  { rateLimits }: { rateLimits: boolean },
): Promise<Connection> {
  const refused = () =>
    new AppError('UNAUTHENTICATED', sentence('The user name or the password of this connection is wrong.'));
  if (username === '' || username.length > MAX_CREDENTIAL || secret.length > MAX_CREDENTIAL) throw refused();
  const limits = createLimits(database);
  const limit = { what: 'punchout sign-in', whom: `${networkOf(clientAddress)} ${username}`, ...TRIES };
  const retryAfter = rateLimits ? await limits.take(limit) : null;
  if (retryAfter !== null)
    throw new AppError('RATE_LIMITED', sentence('Too many wrong passwords. Please wait a few minutes.'), {
      retryAfter,
    });
  const [found] = username.includes('\0')
    ? []
    : await database.db.select().from(punchoutConnections).where(eq(punchoutConnections.username, username));
  const isRight = sameHash(found?.secretHash ?? hashOfSecret(''), hashOfSecret(secret));
  if (found?.kind !== kind || !isRight) {
    if (found) await noteCall(database.db, found.id, { what: 'other', ok: false, said: 'Refused: wrong password' });
    throw refused();
  }
  if (rateLimits) await limits.forget(limit);
  return found;
}

function sameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * As whom a connection buys, while they may: still here, not disabled, of the company and with a role that orders.
 * @throws AppError FORBIDDEN, COMPANY_NOT_ACTIVE, COMPANY_ON_HOLD
 */
export async function buyerOfConnection(
  { raw }: Pick<Database, 'raw'>,
  { companyId, userId }: Pick<Connection, 'companyId' | 'userId'>,
): Promise<BuyerOfCompany> {
  const [found] = await raw<BuyerOfCompany & { status: string; role: string }>(
    `select u.id as "userId", u.email, u.name, coalesce(u.phone, '') as phone, c.name as company, c.status,
       c.invoice_address as address,
       c.invoice_address ->> 'country' as country, m.role
     from company_members m join companies c on c.id = m.company_id
     join users u on u.id = m.user_id and u.email_verified and (not u.banned or u.ban_expires < now())
     where m.company_id = $1 and m.user_id = $2`,
    [companyId, userId ?? ''],
    'buyer-of-punchout',
  );
  const role = found?.role;
  if (!found || !mayInCompany(role as Parameters<typeof mayInCompany>[0], 'order'))
    throw new AppError(
      'FORBIDDEN',
      sentence(
        'Nobody may buy through this connection at the moment. Ask the shop to name a member of your company who orders.',
      ),
    );
  if (found.status === 'pending')
    throw new AppError(
      'COMPANY_NOT_ACTIVE',
      sentence("We are still reviewing the company's account. It will be able to order soon."),
    );
  if (found.status === 'on-hold')
    throw new AppError(
      'COMPANY_ON_HOLD',
      sentence('The company cannot place orders at the moment. Please contact us.'),
    );
  return found;
}
