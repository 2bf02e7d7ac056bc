import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { type Check, must, run } from './check.ts';

const deploy = (...parts: string[]) => join(projectRoot, 'deploy', ...parts);
/** systemd's own scale, from 0 (nothing is open) to 10. */
const MOST_EXPOSED = 2;

/** What is looked at without running a shop. */
export const fileChecks: Check[] = [
  {
    what: 'alert rules fire when they should and are silent when not',
    needs: { promtool: 'apt-get install prometheus' },
    async run() {
      run('promtool', ['check', 'config', 'prometheus.yml'], deploy('prometheus'));
      run('promtool', ['test', 'rules', 'alerts.test.yml'], deploy('prometheus'));
      return `${readFileSync(deploy('prometheus/alerts.yml'), 'utf8').match(/- alert:/g)?.length} rules`;
    },
  },
  {
    what: 'the systemd unit is valid and leaves little open',
    needs: { 'systemd-analyze': 'apt-get install systemd' },
    async run() {
      const unit = deploy('systemd/tradebench.service');
      const said = run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1]);
      must(exposure <= MOST_EXPOSED, `exposure ${exposure} is above ${MOST_EXPOSED}:\n${said}`);
      return `exposure ${exposure} of 10`;
    },
  },
];
