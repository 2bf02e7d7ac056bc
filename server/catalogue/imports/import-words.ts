import { ERRORS_SHOWN, type ImportProblem } from '#contract/catalogue/imports.ts';
import type { StaleRows } from './stale-rows.ts';

/** What the history of a stock says of an import. */
export function reasonOf(what: string, fileName: string): string {
  return (fileName === '' ? what : `${what}: ${fileName}`).slice(0, 200);
}

/** Why a commit came to nothing where somebody changed what it would write. */
export function staleProblem({ issues }: StaleRows): ImportProblem {
  return {
    code: 'STALE_IMPORT',
    message:
      'Somebody changed what this import would write. Nothing was changed; look at it again, then import the sheet anew.',
    issues: issues.slice(0, ERRORS_SHOWN),
  };
}
