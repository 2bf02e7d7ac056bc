import type { CountUnit } from '#contract/buying/units.ts';
import { inWholePacks, UnitChoice } from './unit-choice.tsx';

interface Props {
  tool: { name: string; packs: readonly CountUnit[]; minOrderQuantity: number };
  /** What stands in the box, in `pack`. */
  text: string;
  pack: CountUnit | undefined;
  className: string;
  /** @param text as many of the chosen as hold the same pieces */
  onChange: (pack: CountUnit | undefined, text: string) => void;
}

/** What a card or a row counts in; by itself, since most tools have no packs. */
export function AddUnit({ tool, text, pack, className, onChange }: Props) {
  const choose = (chosen: CountUnit | undefined) => {
    const now = (Number.parseInt(text, 10) || tool.minOrderQuantity) * (pack?.pieces ?? 1);
    onChange(chosen, String(inWholePacks(now, chosen) / (chosen?.pieces ?? 1)));
  };
  return <UnitChoice name={tool.name} packs={tool.packs} pack={pack} className={className} onChange={choose} />;
}
