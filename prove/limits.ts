import { sql } from 'drizzle-orm';
import { monthSum } from '#server/buying/limits/month-sum.ts';
import { type Arena, openArena } from './arena.ts';
import type { Answer } from './buyer.ts';
import { publish } from './proof.ts';
import { random } from './random.ts';

const BUYERS = 100;
/** Below the open orders that one person may have. */
const ROUNDS = 10;
/** So many pieces of a tool that costs 10 are left of the month's limit at the start of each round. */
const ROOM_PIECES = 25;
const MOST_PIECES = 3;
const CENTRE = 'RACE';

interface Round {
  /** What the cost centre's orders that went through come to, in cents, and its limit. */
  sum: number;
  limit: number;
  answers: Answer[];
}

/** A hundred people of one company race for one rest of its cost centre's month, round after round. */
export async function proveLimits(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(BUYERS, chance.pick);
  try {
    const company = await oneCompany(arena);
    const rounds: Round[] = [];
    for (let index = 0; index < ROUNDS; index++)
      rounds.push(await race(arena, company, () => 1 + chance.below(MOST_PIECES)));
    const all = rounds.flatMap(({ answers }) => answers);
    const states = (wanted: string) => all.filter(({ body }) => body['state'] === wanted).length;
    return publish({
      name: 'limits',
      title: 'A hundred race for one rest of a month’s limit',
      how: `Two processes of the built shop on PostgreSQL, ${BUYERS} buyers of one company who order 1 to ${MOST_PIECES} pieces at 10.00 for the same cost centre at the same moment, ${ROUNDS} rounds; before each, its limit of a month is ${ROOM_PIECES} pieces above what was ordered. Random seed ${randomSeed}.`,
      measurements: [
        ['orders that went through', states('unpaid')],
        ['orders that wait for approval', states('waiting')],
        [
          'what was left of the limit after each round, in pieces',
          rounds.map(({ sum, limit }) => (limit - sum) / 1_000).join(', '),
        ],
      ],
      promises: [
        [
          'the sum of a month never passes its limit',
          rounds.flatMap(({ sum, limit }) => (sum > limit ? [`${sum / 100} of ${limit / 100}`] : [])),
        ],
        ['nobody was refused who had room: what waits is larger than what was left', rounds.flatMap(refusedWithRoom)],
        ['every reason says a sum above its limit', all.flatMap(untrueReasons)],
        [
          'every order is placed: it goes through or waits',
          all.flatMap(({ status, body }) => (status === 201 ? [] : [`${status} ${JSON.stringify(body)}`])),
        ],
      ],
    });
  } finally {
    await arena.close();
  }
}

/** Everybody buys for it, and the admin approves. @returns its id */
async function oneCompany({ admin, database }: Arena): Promise<string> {
  const invoiceAddress = { street: 'Havnegata 1', postalCode: '6770', town: 'Nordfjordeid', country: 'NO' };
  const facts = { name: 'Race', invoiceAddress, manager: 'ada@tradebench.test' };
  const made = await admin.call('POST', '/company', facts);
  if (made.status !== 201) throw new Error(`There is no company: ${JSON.stringify(made.body)}`);
  const id = String(made.body['_id']);
  await database.raw(`update companies set status = 'active' where id = $1`, [id]);
  await database.raw(
    `insert into company_members (company_id, user_id, role)
     select $1, id, 'buyer' from users where email like 'buyer%@buyers.test'`,
    [id],
  );
  return id;
}

async function race({ admin, buyers, database, toolId }: Arena, company: string, wanted: () => number): Promise<Round> {
  const sumNow = async () => {
    const { rows } = await database.db.execute<{ cents: number }>(
      sql`select ${monthSum(company, { costCentre: CENTRE })} as cents`,
    );
    return rows[0]?.cents ?? 0;
  };
  const limit = (await sumNow()) + ROOM_PIECES * 1_000;
  const costCentres = [{ code: CENTRE, name: '', active: true, monthLimit: limit / 100 }];
  const set = await admin.call('PUT', `/company/${company}`, { costCentres });
  if (set.status !== 200) throw new Error(`The limit cannot be set: ${JSON.stringify(set.body)}`);
  const answers = await Promise.all(
    buyers.map((buyer) => {
      const quantity = wanted();
      const body = {
        name: 'B',
        address: '1 Dock Road',
        phone: '5',
        companyId: company,
        costCentre: CENTRE,
        toolId,
        quantity,
      };
      return buyer.call('POST', '/order', body);
    }),
  );
  return { sum: await sumNow(), limit, answers };
}

/** What waits although it would have fitted into what was left at the end, which only became less. */
function refusedWithRoom({ sum, limit, answers }: Round): string[] {
  return answers.flatMap(({ body }) => {
    const cents = Math.round(Number(body['price']) * 100);
    return body['state'] === 'waiting' && sum + cents <= limit
      ? [`${cents / 100} waits, ${(limit - sum) / 100} left`]
      : [];
  });
}

interface Judged {
  reasons: { limit: number; sum: number }[];
}

function untrueReasons({ body }: Answer): string[] {
  const approval = (body['approval'] ?? null) as Judged | null;
  return (approval?.reasons ?? []).flatMap(({ limit, sum }) => (sum > limit ? [] : [`${sum} of ${limit}`]));
}
