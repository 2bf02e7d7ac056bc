import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '#server/office/docs/openapi.ts';
import { projectRoot } from '#server/project-root.ts';
import { type Check, must, run } from './check.ts';

const deploy = (...parts: string[]) => join(projectRoot, 'deploy', ...parts);
/** systemd's own scale, from 0 (nothing is open) to 10. */
const MOST_EXPOSED = 2;

/** systemd's own reading of the unit, with this machine's node. @throws where it has a word to say of it */
function verify(unit: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'tradebench-unit-'));
  try {
    const here = join(folder, 'tradebench.service');
    writeFileSync(here, readFileSync(unit, 'utf8').replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`));
    // What it says of other units of the machine is not about this one.
    const said = run('sh', ['-c', `systemd-analyze verify --man=no '${here}' 2>&1`]);
    const words = said.split('\n').filter((line) => line.includes('tradebench'));
    must(words.length === 0, words.join('\n'));
    writeFileSync(here, readFileSync(here, 'utf8').replace('KillMode=mixed', 'KillMode=never-heard-of'));
    const wrong = run('sh', ['-c', `systemd-analyze verify --man=no '${here}' 2>&1 || true`]);
    must(wrong.includes('never-heard-of'), 'it says nothing of a unit that is wrong');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is looked at without running a shop. */
export const fileChecks: Check[] = [
  {
    what: 'alert rules fire when they should and are silent when not',
    needs: { promtool: 'apt-get install prometheus' },
    async run() {
      run('promtool', ['check', 'config', 'prometheus.yml'], deploy('prometheus'));
      run('promtool', ['test', 'rules', 'alerts.test.yml'], deploy('prometheus'));
      const names = (file: string, pattern: RegExp) =>
        [...readFileSync(deploy('prometheus', file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);
      const rules = names('alerts.yml', /- alert: (\w+)/g);
      const fired = names('alerts.test.yml', /alertname: (\w+)\n +exp_alerts:\n/g);
      const untried = rules.filter((rule) => !fired.includes(rule));
      must(untried.length === 0, `no test sees these fire: ${untried.join(', ')}`);
      return `${rules.length} rules`;
    },
  },
  {
    what: 'the systemd unit is valid and leaves little open',
    needs: { 'systemd-analyze': 'apt-get install systemd' },
    async run() {
      const unit = deploy('systemd/tradebench.service');
      verify(unit);
      const said = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1]);
      must(exposure <= MOST_EXPOSED, `exposure ${exposure} is above ${MOST_EXPOSED}:\n${said}`);
      return `exposure ${exposure} of 10`;
    },
  },
  {
    what: "the description of the calls passes spectral's recommended rules",
    needs: { spectral: 'npm install --global @stoplight/spectral-cli' },
    async run() {
      const folder = mkdtempSync(join(tmpdir(), 'tradebench-spectral-'));
      try {
        writeFileSync(join(folder, 'rules.yaml'), 'extends: ["spectral:oas"]\n');
        const lint = (description: object) => {
          writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
          const args = ['lint', '--fail-severity=warn', '--ruleset', 'rules.yaml', 'openapi.json'];
          return run('spectral', args, folder);
        };
        const { tags: _, ...withoutTags } = await describe('https://shop.example');
        let asked = false;
        try {
          lint(withoutTags);
        } catch {
          asked = true;
        }
        must(asked, 'it finds nothing where something is missing');
        lint(await describe('https://shop.example'));
        return 'no error and no warning';
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  },
];
