/** `npm run prove -- NAME`: each proof is a file of its own that prints a table and says whether it holds. */
export const proofs: Record<string, { what: string; run: (argument?: string) => Promise<boolean> }> = {
  attacks: {
    what: 'the attacks that can be tried from outside, on a shop of its own or on the site at a URL',
    run: async (url) => (await import('./attacks.ts')).proveAttacks(url),
  },
  corpora: {
    what: 'the tests that take minutes, or ask a clock or a processor: hostile texts and files, large imports, full disks, silent servers',
    run: async () => (await import('./corpora.ts')).proveCorpora(),
  },
  stock: {
    what: 'F1, F2: 500 buyers on a stock of 100, 20 rounds; the sum of the pieces in every snapshot under load',
    run: async () => (await import('./stock.ts')).proveStock(),
  },
  promises: {
    what: 'no piece of stock or of a batch is promised twice and none is lost, while goods and orders come and go and processes are killed',
    run: async () => (await import('./promises.ts')).provePromises(),
  },
  returns: {
    what: 'no piece is given back twice: returns, refunds, arrivals and settlements race, and processes are killed',
    run: async () => (await import('./returns.ts')).proveReturns(),
  },
  baskets: {
    what: '200 buyers with baskets of 1 to 50 overlapping lines on scarce stock; the same under kill -9 and lost databases',
    run: async () => (await import('./baskets.ts')).proveBaskets(),
  },
  database: {
    what: 'F5: PostgreSQL ends at once under load: nothing acknowledged is lost, only 503 meanwhile',
    run: async () => (await import('./database.ts')).proveDatabase(),
  },
  restart: {
    what: 'F7: two processes behind a proxy are restarted in turn under 200 requests a second: no failed request (attacks T105)',
    run: async () => (await import('./restart.ts')).proveRestart(),
  },
  upgrade: {
    what: 'the first start killed in the midst; the release before this version replaced under orders and payments, and half taken back',
    run: async () => (await import('./upgrade.ts')).proveUpgrade(),
  },
  pglite: {
    what: 'kill -9 of the demo, 20 times: no acknowledged order lost, it starts again by itself',
    run: async () => (await import('./pglite.ts')).provePglite(),
  },
  fuzz: {
    what: '10,000 valid, nearly valid and hostile calls of every route: never a 5xx, always the error shape',
    run: async () => (await import('./fuzz.ts')).proveFuzz(),
  },
  'hostile-texts': {
    what: '20 kB each of fifty kinds of hostile text in every text, query and header of every call: 50 ms of processor at most',
    run: async () => (await import('./hostile-texts-run.ts')).proveHostileTexts(),
  },
  'hostile-sheets': {
    what: 'sheets of some kB that ask for minutes or gigabytes: each is refused, and nobody else waits',
    run: async () => (await import('./hostile-sheets.ts')).proveHostileSheets(),
  },
  standstill: {
    what: 'every call that anybody may make, at its worst, on both engines: nobody else waits above 100 ms',
    run: async (only) => (await import('./standstill.ts')).proveStandstill(only),
  },
  interleave: {
    what: 'F3: every pair of order, delete, pay, webhook, expire and edit, interleaved at every point: one legal outcome',
    run: async () => (await import('./interleave.ts')).proveInterleave(),
  },
  soak: {
    what: 'F10: mixed load for so many minutes (60): memory and descriptors flat, slow sockets slow nobody else down',
    run: async (minutes) => (await import('./soak.ts')).proveSoak(minutes === undefined ? undefined : Number(minutes)),
  },
  invoices: {
    what: 'invoice numbers without a gap or a double, and letters once, under 50 buyers, kills and lost databases',
    run: async () => (await import('./invoices.ts')).proveInvoices(),
  },
  pay: {
    what: 'F6: random payments, deletions and faults: paid xor deleted, nothing charged twice, orphan money goes back',
    run: async () => (await import('./pay.ts')).provePay(),
  },
  disaster: {
    what: 'everything is lost: a new database from the newest backup, and the books name what came after it',
    run: async () => (await import('./disaster.ts')).proveDisaster(),
  },
  failover: {
    what: 'F8: the primary of a synchronous pair is killed under orders and payments, behind HAProxy and PgBouncer (Debian packages)',
    run: async () => (await import('./failover.ts')).proveFailover(),
  },
  credit: {
    what: 'people of two companies race for credit while money comes, by cards too, and is taken back, under so many kills (8) and lost databases',
    run: async (kills) => (await import('./credit.ts')).proveCredit(kills === undefined ? undefined : Number(kills)),
  },
  'credit-by-delivery': {
    what: 'the same of orders that get an invoice with each shipment, which are shipped in parts and closed meanwhile',
    run: async (kills) =>
      (await import('./credit.ts')).proveCredit(kills === undefined ? undefined : Number(kills), 'delivery'),
  },
  companies: {
    what: 'a list changed while a thousand orders are placed by it, and people taken out while they order: the price that was shown, or a refusal',
    run: async () => (await import('./companies.ts')).proveCompanies(),
  },
  limits: {
    what: 'a hundred buyers of one company race for one rest of a month’s limit: the sum never passes, nobody with room is refused',
    run: async () => (await import('./limits.ts')).proveLimits(),
  },
  quotes: {
    what: 'five accept a quote at once while a version is sent and it is withdrawn: one order or none, at a price that was current',
    run: async () => (await import('./quotes.ts')).proveQuotes(),
  },
  punchout: {
    what: 'both sides of the doors for large buyers: visits, baskets, orders and documents sent twice, late, cut, wrong, under kills',
    run: async () => (await import('./punchout.ts')).provePunchout(),
  },
  crash: {
    what: 'F4: kill -9 of the servers under load: what was acknowledged is there once, the rest is all or nothing (attacks T100)',
    run: async () => (await import('./crash.ts')).proveCrash(),
  },
  'e-invoices': {
    what: '300 orders at random, paid and partly given back: every paper valid by the rules in the folder that is named',
    run: async (rules) => (await import('./e-invoices.ts')).proveEInvoices(rules),
  },
  'hostile-receivers': {
    what: 'whoever the shop calls answers 101, half a body, one without end, garbage or nothing: every call ends in time',
    run: async () => (await import('./hostile-receivers.ts')).proveHostileReceivers(),
  },
};

// Processes of the shop stand in groups of their own; interrupted, they are to end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const wanted = process.argv[2];
const proof = wanted === undefined ? undefined : proofs[wanted];
if (proof) {
  process.exit((await proof.run(process.argv[3])) ? 0 : 1);
} else {
  console.log('Usage: npm run prove -- NAME\n');
  for (const [name, { what }] of Object.entries(proofs)) console.log(`  ${name.padEnd(17)} ${what}`);
  process.exit(wanted === undefined ? 0 : 1);
}
