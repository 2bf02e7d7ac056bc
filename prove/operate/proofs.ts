import { projectRoot } from '#server/project-root.ts';
import { missingPrograms } from '../database-pair.ts';
import { missingForPatroni } from '../patroni-pair.ts';
import { knowsReleaseBefore } from '../release-before.ts';
import { type Check, must, run } from './check.ts';

/** Beside those of the proofs themselves, which may run at the same time. */
const PORT = '4810';

/** Runs a proof without writing it down. @returns what it measured, in a line */
function proof(name: string, measured: string[]): string {
  const said = run(process.execPath, ['scripts/run.mjs', 'prove/main.ts', name], projectRoot, {
    PROVE_PORT: PORT,
    PROVE_WRITES: 'off',
  });
  const held = said.match(/ {2}holds$/gm)?.length ?? 0;
  must(held > 0, `it proved nothing:\n${said}`);
  const lines = measured.map((what) => {
    const line = said.split('\n').find((each) => each.trimStart().startsWith(what));
    must(line !== undefined, `it does not say ${what}:\n${said}`);
    return line.trim().replaceAll(/ {2,}/g, ': ');
  });
  return `${held} promises held; ${lines.join('; ')}`;
}

const FAILOVER = ['orders acknowledged', 'from the kill until orders are made again'];
const packages = (missing: string[]) => (missing.length === 0 ? null : `apt-get install ${missing.join(' ')}`);
const withPatroni = missingForPatroni();

export const proofChecks: Check[] = [
  {
    what: 'Patroni promotes the standby of a killed primary under orders and payments, behind HAProxy and PgBouncer',
    needs: {},
    lacks: () => packages(withPatroni),
    run: async () => proof('failover', FAILOVER),
  },
  // What can be tried of it without Patroni.
  ...(withPatroni.length === 0
    ? []
    : [
        {
          what: 'a standby that is promoted by hand takes the place of a killed primary, behind HAProxy and PgBouncer',
          needs: {},
          lacks: () => packages(missingPrograms()),
          run: async () => proof('failover', FAILOVER),
        },
      ]),
  {
    what: 'the first start is killed in the midst of each migration; the release before, if any, is replaced under orders and payments',
    needs: { git: 'apt-get install git' },
    lacks: () => (knowsReleaseBefore() ? null : 'the release before this version (git fetch --unshallow --tags)'),
    run: async () => proof('upgrade', ['killed in the midst']),
  },
];
