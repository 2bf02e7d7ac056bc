import { complaintOf, sentence } from '#contract/sentences.ts';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import type { PutBack } from '#contract/people/audit.ts';
import { partsOf, SettingsEdit, withParts } from '#contract/office/settings.ts';
import { ToolEdit } from '#contract/catalogue/tools.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { afterCommit } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { type Changes, toolTags } from '#server/engine/http/changes.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { requireParts } from '#server/office/settings/check-books.ts';
import { recordSettings } from '#server/office/settings/record-settings.ts';
import { type SettingsStore, touchSettings } from '#server/office/settings/settings.ts';
import { recordEdit } from '#server/catalogue/tools/record-edit.ts';
import { requireStock } from '#server/catalogue/tools/stock.ts';
import { editTool, presentTool, toolNotFound } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { changesToPutBack, type FieldChange } from '#server/people/audit/audit.ts';
import { auditLog } from '#server/people/audit/audit.sql.ts';
import { ZodError } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import { requireKnownHost } from '#server/engine/pictures/picture-hosts.ts';
import { checkCompany } from '#server/office/settings/check-company.ts';

interface PutBackParts {
  config: Pick<Config, 'imageHosts'>;
  changes: Pick<Changes, 'touch' | 'touchEverything'>;
  settings: Pick<SettingsStore, 'change'>;
}

/**
 * Puts back what an entry of the audit log says was changed of prices, texts or settings, as a change of its own. A field
 * that was changed again since stays as it is.
 * @throws AppError AUDIT_ENTRY_NOT_FOUND, TOOL_NOT_FOUND, FORBIDDEN for who may not change such a thing by hand,
 *   CANNOT_PUT_BACK where nothing of it can be
 */
export async function putBack(
  tx: Tx,
  caller: Caller,
  entryId: string,
  { config, changes, settings }: PutBackParts,
): Promise<PutBack> {
  const [entry] = await tx.select().from(auditLog).where(eq(auditLog.id, entryId));
  if (!entry) throw new AppError('AUDIT_ENTRY_NOT_FOUND', sentence('There is no such entry in the audit log.'));
  const changed = changesToPutBack(entry);
  if (Object.keys(changed).length === 0) {
    throw new AppError('CANNOT_PUT_BACK', sentence('This change cannot be put back.'));
  }
  const isSettings = entry.action === 'settings.changed';
  if (!callerMay(caller, isSettings ? 'settings' : 'tools.write')) {
    throw new AppError(
      'FORBIDDEN',
      isSettings
        ? sentence('Only somebody who may change settings can put this back.')
        : sentence('Only somebody who may change tools can put this back.'),
    );
  }
  if ('availableQuantity' in changed) requireStock(caller);
  let kept: string[] = [];
  const undo = (now: Record<string, unknown>) => {
    const undone = undoing(changed, now);
    kept = undone.kept;
    return undone.back;
  };
  const more = { putBack: entryId };
  if (isSettings) {
    const { before, after } = await settings.change(tx, (now) =>
      fitting(() => {
        const edit = SettingsEdit.parse(withParts(now, undo(partsOf(now))));
        checkCompany(edit.company);
        return edit;
      }),
    );
    requireParts(caller, before, after);
    await recordSettings(tx, caller, before, after, more);
    afterCommit(tx, () => touchSettings(changes, before, after));
  } else {
    const [row] = await tx
      .select()
      .from(tools)
      .where(and(eq(tools.id, entry.subject), isNull(tools.removedAt)))
      .for('update');
    if (!row) throw toolNotFound();
    const now = presentTool(row);
    const edit = fitting(() => {
      const asBefore = ToolEdit.parse({ ...now, ...undo(now) });
      requireKnownHost(asBefore.image, config);
      return asBefore;
    });
    const { before, after } = await editTool(tx, now._id, edit).catch(contradicted);
    await recordEdit(tx, caller, before, after, more);
    afterCommit(tx, () => changes.touch(toolTags(now._id)));
  }
  return { modifiedCount: 1, kept };
}

/** Refusals of what somebody typed in; here nobody did. */
const AGAINST_INPUT: ReadonlySet<ErrorCode> = new Set(['VALIDATION_ERROR', 'INVALID_IMAGE_URL']);

/** @throws AppError CANNOT_PUT_BACK with the sentence, where what was and what is do not go together */
function fitting<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    return contradicted(error);
  }
}

function contradicted(error: unknown): never {
  const why =
    error instanceof ZodError
      ? error.issues[0] && complaintOf(error.issues[0])
      : error instanceof AppError && AGAINST_INPUT.has(error.code)
        ? (error.issues?.[0]?.message ?? error.sentence)
        : undefined;
  if (why === undefined) throw error;
  throw new AppError(
    'CANNOT_PUT_BACK',
    sentence('The old value does not fit what there is now: {why}. Change it by hand.', { why }),
    { cause: error },
  );
}

/** The values that go back, and the fields that somebody has changed again since. */
function undoing(
  changed: Record<string, FieldChange>,
  now: Record<string, unknown>,
): { back: Record<string, unknown>; kept: string[] } {
  const names = Object.keys(changed);
  const kept = names.filter((name) => !isDeepStrictEqual(now[name], changed[name]?.to));
  if (kept.length === names.length) {
    throw new AppError('CANNOT_PUT_BACK', sentence('All of this has been changed again since; see the newer entries.'));
  }
  const back = names.filter((name) => !kept.includes(name)).map((name) => [name, changed[name]?.from ?? '']);
  return { back: Object.fromEntries(back), kept };
}
