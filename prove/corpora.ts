import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';

/** On PostgreSQL, then on PGlite. */
const PROJECTS = ['corpora', 'corpora-pglite'];

/** Runs the tests that `npm test` leaves out, one at a time: some of them ask what the processor did meanwhile. */
export async function proveCorpora(): Promise<boolean> {
  let holds = true;
  for (const project of PROJECTS) {
    const words = ['run', '--project', project, '--maxWorkers', '1'];
    const child = spawn(process.execPath, [join(projectRoot, 'node_modules/.bin/vitest'), ...words], {
      cwd: projectRoot,
      stdio: 'inherit',
    });
    const [status] = (await once(child, 'exit')) as [number | null];
    holds &&= status === 0;
  }
  return holds;
}
