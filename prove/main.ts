/** `npm run prove -- NAME`: each proof is a file of its own that prints a table and says whether it holds. */
export const proofs: Record<string, { what: string; run: () => Promise<boolean> }> = {
  pay: {
    what: 'F6: random payments, deletions and faults: paid xor deleted, nothing charged twice, orphan money goes back',
    run: async () => (await import('./pay.ts')).provePay(),
  },
  crash: {
    what: 'F4: kill -9 of the servers under load: what was acknowledged is there once, the rest is all or nothing',
    run: async () => (await import('./crash.ts')).proveCrash(),
  },
};

const wanted = process.argv[2];
const proof = wanted === undefined ? undefined : proofs[wanted];
if (proof) {
  process.exit((await proof.run()) ? 0 : 1);
} else {
  console.log('Usage: npm run prove -- NAME\n');
  for (const [name, { what }] of Object.entries(proofs)) console.log(`  ${name.padEnd(10)} ${what}`);
  process.exit(wanted === undefined ? 0 : 1);
}
