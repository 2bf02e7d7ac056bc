import type { QuantityTerms } from './orderable-range.ts';

/* What a buyer counts a tool in: pieces, or one of its packs (contract, Units). Pure. */

/** What a quantity may be counted in: `code` as UN/ECE has it. */
export interface CountUnit {
  code: string;
  name: string;
  pieces: number;
}

/** Codes of one piece, which no pack can have. */
export const PIECE_CODES: readonly string[] = ['C62', 'H87', 'EA', 'PCE'];

/** Pieces, which every tool is sold by. */
export const BY_THE_PIECE: CountUnit = { code: 'C62', name: 'piece', pieces: 1 };

/** All that a tool can be counted in, as a buyer is asked. */
export function unitsOf(packs: readonly CountUnit[]): CountUnit[] {
  return [BY_THE_PIECE, ...packs].map(({ code, name, pieces }) => ({ code, name, pieces }));
}

/** The pack of a code: null for pieces, undefined where there is none. */
export function packOf<Unit extends CountUnit>(
  packs: readonly Unit[],
  code: string | null | undefined,
): Unit | null | undefined {
  const pack = packs.find((each) => each.code === code);
  return pack ?? (code === null || code === undefined || PIECE_CODES.includes(code) ? null : undefined);
}

const IN_PIECES = { unit: null, unitName: null, unitQuantity: null };

/** How so many pieces are said in a pack, where whole packs make them; else in pieces. */
export function saidIn(
  pieces: number,
  pack: CountUnit | null | undefined,
): { unit: string | null; unitName: string | null; unitQuantity: number | null } {
  if (!pack || pieces % pack.pieces !== 0) return IN_PIECES;
  return { unit: pack.code, unitName: pack.name, unitQuantity: pieces / pack.pieces };
}

/** Which numbers of a pack can be ordered, by what can be of pieces. */
export function termsInPacks(terms: QuantityTerms, pieces: number): QuantityTerms {
  return {
    quantityStep: terms.quantityStep / greatestDivisor(terms.quantityStep, pieces),
    minOrderQuantity: Math.ceil(terms.minOrderQuantity / pieces),
    availableQuantity: Math.floor(terms.availableQuantity / pieces),
    orderable: Math.floor(terms.orderable / pieces),
  };
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** Pieces of a tool, and the pack that they are counted in where they are whole packs. */
export interface PackedLine {
  toolId: string;
  quantity: number;
  pack?: CountUnit | undefined;
}

/** A line in pieces as calls count it: in its pack, where it is whole packs. */
export function inUnits<Line extends Omit<PackedLine, 'toolId'>>({
  pack,
  ...line
}: Line): Omit<Line, 'pack'> & { unit?: string } {
  if (!pack || line.quantity === 0 || line.quantity % pack.pieces !== 0) return line;
  return { ...line, quantity: line.quantity / pack.pieces, unit: pack.code };
}

/** A line of an answer in pieces, with the pack that it is counted in. */
export function inPieces({
  toolId,
  quantity,
  unit,
  unitName,
  unitQuantity,
}: {
  toolId: string;
  quantity: number;
  unit: string | null;
  unitName: string | null;
  unitQuantity: number | null;
}): PackedLine {
  const pack = unit && unitName && unitQuantity && { code: unit, name: unitName, pieces: quantity / unitQuantity };
  return { toolId, quantity, ...(pack ? { pack } : {}) };
}

/** Lines as they were priced: in pieces, where their tools have no such packs any more. */
export function asPriced(
  lines: readonly PackedLine[],
  priced: readonly { toolId: string; unit: string | null }[],
): PackedLine[] {
  const units = new Map(priced.map(({ toolId, unit }) => [toolId, unit]));
  return lines.map((line) =>
    line.pack && units.get(line.toolId) === line.pack.code ? line : { toolId: line.toolId, quantity: line.quantity },
  );
}
