import { openArena } from './arena.ts';
import { missingPieces, unexplainedCharges, untilAtRest } from './books.ts';
import { type Entry, oneOrder } from './crash.ts';
import { publish } from './proof.ts';
import { pause, random } from './random.ts';

const CLIENTS = 50;
const ROUNDS = 12;
const DOWN_MS = 500;
const REST_WITHIN_MS = 60_000;
/** The rounds that write letters come every ten seconds. */
const LETTERS_WITHIN_MS = 60_000;

/** Numbers of invoices and letters under payments at once, killed processes and lost databases. */
export async function proveInvoices(
  randomSeed = Number(process.env['RANDOM_SEED'] ?? Date.now() % 1_000_000),
): Promise<boolean> {
  const chance = random(randomSeed);
  const arena = await openArena(CLIENTS, chance.pick, { durable: true });
  const { database, provider, server, shops } = arena;
  try {
    const journal: Entry[] = [];
    const tally = { lost: 0, unexpected: [] as string[] };
    const play = { over: false };
    let troubledAt = Date.now();
    const clients = arena.buyers.map(async (buyer) => {
      while (!play.over) await oneOrder({ buyer, chance, journal, tally, arena, troubled: () => troubledAt });
    });
    let kills = 0;
    let losses = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      await pause(800 + chance.below(1_500));
      if (round % 3 === 0) {
        await server.kill();
        await pause(DOWN_MS);
        await server.restart();
        losses++;
      } else {
        const victim = chance.pick(shops);
        await victim.kill();
        await victim.start();
        kills++;
      }
      troubledAt = Date.now();
      process.stdout.write(`\rround ${round} of ${ROUNDS}`);
    }
    process.stdout.write('\n');
    play.over = true;
    await Promise.all(clients);
    const atRest = await untilAtRest(database, provider.database, REST_WITHIN_MS);
    await untilWritten(arena);
    const count = async (sql: string) => (await database.raw<{ what: string }>(sql)).map(({ what }) => what);
    const [sums] = await database.raw<{ paid: number; invoices: number }>(
      `select (select count(*)::int from orders where state = 'paid') as paid,
         (select count(*)::int from invoices where series = 'invoice') as invoices`,
    );
    return publish({
      name: 'invoices',
      title: 'Invoice numbers and letters under kills and lost databases',
      how: `Two processes of the built shop, ${CLIENTS} buyers at once who order, pay or delete and repeat each call until it is answered; ${ROUNDS} rounds in each of which a process is killed (SIGKILL) or the database ends as in a crash. Random seed ${randomSeed}.`,
      measurements: [
        ['orders that buyers were told of', journal.length],
        ['orders paid', sums?.paid ?? 0],
        ['invoices', sums?.invoices ?? 0],
        ['processes killed', kills],
        ['databases lost', losses],
        ['calls that were lost or answered with 503', tally.lost],
      ],
      promises: [
        [
          'every paid order has one invoice',
          await count(
            `select o.id as what from orders o left join invoices i on i.order_id = o.id and i.series = 'invoice'
             where o.state = 'paid' group by o.id having count(i.number) <> 1`,
          ),
        ],
        [
          'numbers of each series and year begin at 1, without a gap or a double',
          await count(
            `select series || ' ' || year as what from invoices group by series, year
             having min(sequence) <> 1 or max(sequence) <> count(*) or count(distinct sequence) <> count(*)`,
          ),
        ],
        [
          'every payment has one receipt letter',
          await count(
            `select o.id as what from orders o where o.state = 'paid'
               and (select count(*) from mails m
                 where m.text like '%Transaction id: ' || o.transaction_id || '%') <> 1`,
          ),
        ],
        [
          'no order has two letters that it was placed, and every unpaid one has its letter',
          await count(
            `select o.number::text as what from orders o
             left join mails m on m.subject = 'We have received your order ' || o.number
             group by o.id having count(m.id) > 1 or (o.state = 'unpaid' and count(m.id) = 0)`,
          ),
        ],
        [
          'each charge belongs to one order',
          [...(atRest ? [] : ['not at rest']), ...(await unexplainedCharges(database, provider.database))],
        ],
        ['orders, ledger and provider agree (reconcile)', (await arena.differences()).map(({ what }) => what)],
        [
          'stock at the start = left + unpaid + paid',
          (await missingPieces(database, arena.toolIds)) === 0 ? [] : ['pieces are missing'],
        ],
        ['no answer but the contract’s', tally.unexpected],
      ],
    });
  } finally {
    await arena.close();
    // A kill may have come between the start of a process and its end.
    for (const shop of shops) await shop.kill();
  }
}

/** Waits until every order that waits for its letter has it. */
async function untilWritten({ database }: { database: Parameters<typeof missingPieces>[0] }): Promise<void> {
  const deadline = Date.now() + LETTERS_WITHIN_MS;
  while (Date.now() < deadline) {
    const [due] = await database.raw<{ count: number }>('select count(*)::int as count from order_letters');
    if (due?.count === 0) return;
    await pause(500);
  }
}
