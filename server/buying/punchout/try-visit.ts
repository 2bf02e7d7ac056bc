import { eq } from 'drizzle-orm';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { punchoutNotFound } from './connections.ts';
import { punchoutConnections } from './punchout.sql.ts';
import { TRIED_PATH } from './tried-page.ts';
import { prepareVisit } from './visits.ts';

/**
 * Prepares a visit as a call of the buyer's system would, for somebody of the shop. What is not tried is the secret, which nobody here
 * knows.
 * @throws AppError PUNCHOUT_NOT_FOUND
 */
export async function tryVisit(tx: Tx, id: string, { baseUrl }: Pick<Config, 'baseUrl'>): Promise<{ address: string }> {
  const [known] = await tx
    .select({ username: punchoutConnections.username })
    .from(punchoutConnections)
    .where(eq(punchoutConnections.id, id));
  if (!known) throw punchoutNotFound();
  const token = await prepareVisit(tx, id, {
    returnTo: baseUrl + TRIED_PATH,
    isTried: true,
    buyerCookie: 'try-out',
    parties: {
      from: [{ domain: 'NetworkId', identity: known.username }],
      to: [{ domain: 'NetworkId', identity: 'shop' }],
    },
  });
  return { address: `${baseUrl}/punchout/start/${token}` };
}
