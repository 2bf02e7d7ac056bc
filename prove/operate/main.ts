import type { Check } from './check.ts';
import { has } from './check.ts';
import { cleanCloneChecks } from './clean-clone.ts';
import { commandChecks } from './commands.ts';
import { composeChecks } from './compose.ts';
import { containerChecks } from './container.ts';
import { fileChecks } from './files.ts';
import { lockedTableChecks } from './locked-table.ts';
import { kubernetesChecks } from './kubernetes.ts';
import { memoryChecks } from './memory.ts';
import { proofChecks } from './proofs.ts';
import { proxyChecks } from './proxies.ts';
import { walChecks } from './wal.ts';

const wanted = process.argv.slice(2);
const checks: Check[] = [
  ...fileChecks,
  ...kubernetesChecks,
  ...commandChecks,
  ...cleanCloneChecks,
  ...proxyChecks,
  ...lockedTableChecks,
  ...proofChecks,
  ...walChecks,
  ...memoryChecks,
  ...containerChecks,
  ...composeChecks,
].filter(({ what }) => wanted.length === 0 || wanted.some((word) => what.includes(word)));

// Processes of the shop stand in groups of their own; interrupted, they are to end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

// Each process of the shop ends with this one.
process.setMaxListeners(0);

let passed = 0;
let failed = 0;
const missing: string[] = [];
for (const { what, needs, lacks, run } of checks) {
  const programs = Object.entries(needs).filter(([program]) => !has(program));
  const lacking = programs.map(([program, source]) => `${program} (${source})`);
  const more = lacking.length === 0 ? lacks?.() : null;
  if (lacking.length > 0 || more) {
    missing.push(what);
    console.log(`not here  ${what}: needs ${more ?? lacking.join(' and ')}`);
    continue;
  }
  const began = performance.now();
  try {
    console.log(`ok        ${what}: ${await run()} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED    ${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
// In the form in which scripts/test.mjs counts.
console.log(`\nTests  ${passed} passed, ${failed} failed, ${missing.length} could not be tried on this machine`);
// Where all the tools must be, as in CI, one that is not there is a failure.
process.exit(failed > 0 || (process.env['OPERATE'] === 'all' && missing.length > 0) ? 1 : 0);
