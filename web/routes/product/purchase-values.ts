import { type CountUnit, packOf, termsInPacks } from '#contract/buying/units.ts';
import type { QuantityTerms } from '#contract/buying/orderable-range.ts';
import type { Buyer } from '#web/addresses/buyer-fields.tsx';

/** What the form holds. */
export interface Purchase extends Buyer {
  address: string;
  /** Pieces, or as many of the pack that `unit` names. */
  quantity: number;
  /** The code of a pack; empty: pieces. */
  unit: string;
  /** Read only; a changed price is told here. */
  price: string;
}

/** What a quantity of the form counts, and what of it can be ordered. */
export interface CountedTool {
  /** null: pieces. */
  pack: CountUnit | null;
  /** How many pieces each is. */
  holds: number;
  terms: QuantityTerms;
}

/** A tool as somebody counts it. @param unit the code of a pack; empty: pieces */
export function countedIn(tool: QuantityTerms & { packs: readonly CountUnit[] }, unit: string): CountedTool {
  const pack = packOf(tool.packs, unit === '' ? null : unit) ?? null;
  const holds = pack?.pieces ?? 1;
  return { pack, holds, terms: termsInPacks(tool, holds) };
}
