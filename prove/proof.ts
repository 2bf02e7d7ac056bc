import { commit, machine } from '../house/machine.ts';
import { putSection } from '../house/sections.ts';

/** What a proof found: measurements to show, and promises that hold or do not. */
interface Proof {
  name: string;
  title: string;
  /** How it was done, in a sentence or two. */
  how: string;
  measurements: [what: string, value: string | number][];
  promises: [promise: string, violations: string[]][];
}

const HEAD = `# Measurements, proved

Each section is written by the command it names, on a real PostgreSQL, and replaced at the next run.
`;
/** Violations beyond this many are only counted. */
const SHOWN = 10;

/** Prints the proof, writes its section in docs/proof.md where PROVE_WRITES is not `off`, and says whether every promise held. */
export function publish(proof: Proof): boolean {
  const held = proof.promises.every(([, violations]) => violations.length === 0);
  const rows = [
    ...proof.measurements.map(([what, value]) => [what, String(value)]),
    ...proof.promises.map(([promise, violations]) => [
      promise,
      violations.length === 0 ? 'holds' : `**${violations.length} violations**`,
    ]),
  ];
  const width = Math.max(...rows.map(([what]) => what!.length));
  console.log(`\n${proof.title}\n`);
  for (const [what, value] of rows) console.log(`  ${what!.padEnd(width)}  ${value}`);
  for (const [promise, violations] of proof.promises) {
    for (const violation of violations.slice(0, SHOWN)) console.log(`  ! ${promise}: ${violation}`);
  }
  console.log(`\n${held ? 'Every promise held.' : 'NOT EVERY PROMISE HELD.'}`);
  if (process.env['PROVE_WRITES'] !== 'off') write(proof, rows);
  return held;
}

function write(proof: Proof, rows: string[][]): void {
  putSection('docs/proof.md', HEAD, proof.title, [
    `\`npm run prove -- ${proof.name}\` · ${new Date().toISOString().slice(0, 10)} · commit ${commit()} · ${machine()}`,
    '',
    proof.how,
    '',
    '| | |',
    '|---|---|',
    ...rows.map(([what, value]) => `| ${what} | ${value} |`),
  ]);
}
