import type { Reporter, TestModule } from 'vitest/node';

/** Says which tests did not run; where CI=true that is a failure, since a test that is skipped proves nothing. */
export default class NoSkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => `${module.moduleId}: ${test.fullName}`),
    );
    if (skipped.length === 0) return;
    process.stderr.write(`Did not run:\n  ${skipped.join('\n  ')}\n`);
    if (process.env['CI'] === 'true') process.exitCode = 1;
  }
}
