import { sentence } from '#contract/sentences.ts';
import { networkOf } from '#server/client-address.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type Limit, requireWithin } from '#server/engine/http/limits.ts';

const DAY = 86_400;

/** How many letters a day go to addresses that somebody chose who is not their owner, by each who has a part in it. */
const A_DAY = {
  /** For a company that nobody of the shop has looked at. An office may hold several. */
  pending: { person: 10, company: 10, network: 40 },
  known: { person: 100, company: 100, network: 300 },
  /** Where a company has its invoices sent. */
  invoices: { person: 20, company: 10, network: 100 },
  staff: { person: 300, company: Infinity, network: Infinity },
};

/** Who has a letter written to an address of their choice. */
export interface Chooser {
  userId: string;
  companyId?: string;
  clientAddress: string;
  standing: keyof typeof A_DAY;
}

/** Counts one more letter to a stranger by person, company and network (decision 404). @throws AppError RATE_LIMITED */
export async function requireRoomForStranger(
  { config, database }: { config: Pick<Config, 'rateLimits'>; database: Database },
  { userId, companyId, clientAddress, standing }: Chooser,
): Promise<void> {
  if (!config.rateLimits) return;
  const most = A_DAY[standing];
  const limit = (by: string, whom: string, max: number): Limit => ({
    what: `letters to strangers, ${standing}, by ${by}`,
    whom,
    max,
    seconds: DAY,
  });
  const counted = [
    limit('person', userId, most.person),
    limit('company', companyId ?? '', most.company),
    limit('network', networkOf(clientAddress), most.network),
  ].filter(({ whom, max }) => whom !== '' && max !== Infinity);
  for (const each of counted)
    await requireWithin(
      database,
      each,
      standing === 'pending'
        ? sentence(
            'Until the shop has reviewed the company, it can only invite a few people a day. Try again tomorrow.',
          )
        : sentence('Too many e-mails were sent to addresses that you chose today. Try again tomorrow.'),
    );
}
