import { isDeepStrictEqual } from 'node:util';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { AuditDetails } from '#contract/people/audit-details.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';

/** Writes down what an edit changed of a tool, field by field, with a way back. */
export function recordEdit(
  tx: Tx,
  caller: Caller,
  before: Tool,
  after: Tool,
  more: { putBack?: string } = {},
): Promise<void> {
  const details = { name: after.name, changed: changedFields(before, after), ...more };
  return record(tx, caller, actionOf(before, after), after._id, details);
}

function actionOf(before: Tool, after: Tool) {
  if (before.price !== after.price) return 'tool.price-changed';
  return before.availableQuantity === after.availableQuantity ? 'tool.edited' : 'tool.restocked';
}

/** What nobody edits: it is as the stock, the batches and the orders make it. */
const FOLLOWS = new Set<keyof Tool>(['version', 'later', 'orderable']);

function changedFields(before: Tool, after: Tool): AuditDetails<'tool.edited'>['changed'] {
  const names = Object.keys({ ...before, ...after }) as (keyof Tool)[];
  return Object.fromEntries(
    names
      .filter((name) => !FOLLOWS.has(name) && !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}
