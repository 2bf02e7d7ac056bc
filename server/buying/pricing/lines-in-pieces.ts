import { ended, sentence } from '#contract/sentences.ts';
import { type CountUnit, packOf, unitsOf } from '#contract/buying/units.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError, type Complaint } from '#server/engine/http/app-error.ts';

/** A line as a buyer counts it. */
interface UnitLine {
  toolId: string;
  quantity: number;
  unit?: string | undefined;
}

/** The same in pieces; those that were so stay as they are, without a pack. */
export type InPieces<Line extends UnitLine> = Omit<Line, 'unit'> & { pack?: CountUnit | null };

/**
 * Lines in pieces. What is of no tool that is known stays as it is, since nobody can say how many pieces it would be.
 * @param refuse told of each line in a unit that its tool has not, and of each that comes to more pieces than can be counted
 */
export function inPieces<Line extends UnitLine>(
  lines: readonly Line[],
  tools: ReadonlyMap<string, { packs: readonly CountUnit[] }>,
  refuse: (issue: Complaint & { code: ErrorCode }, index: number) => void,
): InPieces<Line>[] {
  return lines.map((wanted, index) => {
    if (wanted.unit === undefined) return wanted;
    const { unit, ...line } = wanted;
    const { toolId, quantity } = line;
    const packs = tools.get(toolId)?.packs;
    if (!packs) return { ...line, pack: null };
    const pack = packOf(packs, unit);
    const at = `lines.${index}`;
    if (pack === undefined) refuse(unknownUnit(packs, `${at}.unit`), index);
    const pieces = quantity * (pack?.pieces ?? 1);
    if (!Number.isSafeInteger(pieces))
      refuse(
        { path: `${at}.quantity`, code: 'VALIDATION_ERROR', message: sentence('These are too many pieces') },
        index,
      );
    return { ...line, quantity: pieces, pack: pack ?? null };
  });
}

function unknownUnit(packs: readonly CountUnit[], path: string): Complaint & { code: ErrorCode } {
  const units = unitsOf(packs);
  const known = packs.map(({ code, name }) => `${code} (${name})`).join(', ');
  const message =
    known === ''
      ? sentence('It is sold by the piece only')
      : sentence('It is sold by the piece and in {known}', { known });
  return { path, code: 'UNKNOWN_UNIT', message, units };
}

/** Lines in pieces. @throws AppError UNKNOWN_UNIT {units}, 400 for too many pieces, with an issue for each such line */
export function requirePieces<Line extends UnitLine>(
  lines: readonly Line[],
  tools: ReadonlyMap<string, { packs: readonly CountUnit[] }>,
): InPieces<Line>[] {
  const issues: (Complaint & { code: ErrorCode })[] = [];
  const counted = inPieces(lines, tools, (issue) => issues.push(issue));
  const [first] = issues;
  if (!first) return counted;
  const { path: _path, code, message, ...facts } = first;
  throw new AppError(code, ended(message), { facts, issues });
}
