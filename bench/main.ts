/** `npm run bench`, or `npm run bench -- NAME`: each bench is a file of its own that starts what it needs and prints a table. */
export const benches: Record<string, { what: string; run: () => Promise<boolean> }> = {
  api: {
    what: 'lists, one tool and searches at 1,000 and 100,000 tools, on 1 and 32 connections; memory under that load',
    run: async () => (await import('./api.ts')).benchApi(),
  },
  pages: {
    what: 'the HTML of home, products and a product',
    run: async () => (await import('./pages.ts')).benchPages(),
  },
  orders: {
    what: 'orders of signed-in customers on 16 connections',
    run: async () => (await import('./orders.ts')).benchOrders(),
  },
  'to-come': {
    what: 'orders of what is in stock and of announced goods; BENCH_BEFORE=FOLDER beside those of another version that is built there',
    run: async () => (await import('./to-come.ts')).benchToCome(),
  },
  bulk: {
    what: 'prices, orders and baskets of many lines, and lists that are pasted, at 100,000 tools',
    run: async () => (await import('./bulk.ts')).benchBulk(),
  },
  import: {
    what: 'an import of 100,000 tools: rows a second, memory above rest, reads beside it',
    run: async () => (await import('./import.ts')).benchImport(),
  },
  growth: {
    what: 'searches, suggestions, lists and searches of orders, Overview at 1,000,000 tools and 3,000,000 orders, and at a hundredth',
    run: async () => (await import('./growth.ts')).benchGrowth(),
  },
  facets: {
    what: 'facets, and lists narrowed and sorted by attributes, at 100,000 tools; FACETS_TOOLS=1000000 for more',
    run: async () => (await import('./facets.ts')).benchFacets(),
  },
  start: {
    what: 'start with data to the first answer, memory at rest, filling a large catalogue',
    run: async () => (await import('./start.ts')).benchStart(),
  },
  browser: {
    what: 'Lighthouse, mobile and desktop, on home, products and a product; script of the home page',
    run: async () => (await import('./browser.ts')).benchBrowser(),
  },
};

// Processes of the shop stand in groups of their own; interrupted, they are to end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.log(`There is no bench ${unknown.join(', ')}. Usage: npm run bench [-- NAME …]\n`);
  for (const [name, { what }] of Object.entries(benches)) console.log(`  ${name.padEnd(10)} ${what}`);
  process.exit(1);
}
const missed: string[] = [];
for (const [name, { run }] of Object.entries(benches)) {
  // It fills for many minutes: only who asks for it by name waits for it.
  if (wanted.length > 0 ? !wanted.includes(name) : name === 'growth') continue;
  try {
    if (!(await run())) missed.push(name);
  } catch (error) {
    // The others are worth measuring all the same.
    console.error(error);
    missed.push(name);
  }
}
console.log(missed.length === 0 ? 'Every bar is met.' : `Bars are missed or unmeasured in: ${missed.join(', ')}.`);
// A value is no verdict on the code: a busy machine misses bars that it meets at rest.
process.exit(0);
