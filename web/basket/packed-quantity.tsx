import type { ComponentProps } from 'react';
import { type CountUnit, termsInPacks } from '#contract/buying/units.ts';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
import { QuantityBox } from './quantity-box.tsx';
import { inWholePacks, UnitChoice } from './unit-choice.tsx';

interface Props extends Omit<ComponentProps<typeof QuantityBox>, 'label' | 'onChange'> {
  /** What the tool is called. */
  name: string;
  packs: readonly CountUnit[];
  /** In which of them the pieces are counted. */
  pack: CountUnit | undefined;
  /** @param quantity pieces */
  onChange: (quantity: number, pack: CountUnit | undefined) => void;
}

/** A quantity in pieces, typed and shown in the pack that its buyer counts it in; only the buyer changes which. */
export function PackedQuantity({ name, packs, pack: said, value, terms, onChange, ...box }: Props) {
  // What its tool is no longer sold in is counted in pieces.
  const isSold = packs.some(({ code, pieces: holds }) => code === said?.code && holds === said.pieces);
  const pack = said && isSold && value % said.pieces === 0 ? said : undefined;
  const holds = pack?.pieces ?? 1;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      <QuantityBox
        {...box}
        label={say('{unit} of {name}', { unit: pack?.name ?? say('Pieces'), name })}
        value={value / holds}
        terms={pack ? termsInPacks(terms, holds) : terms}
        onChange={(count) => onChange(count * holds, pack)}
      />
      <UnitChoice
        name={name}
        packs={packs}
        pack={pack}
        className="w-[7.5rem]"
        onChange={(chosen) => onChange(inWholePacks(value, chosen), chosen)}
      />
      {pack && (
        <span className="muted w-full text-right text-sm tabular-nums">
          {say('{count} pieces', { count: pieces(value) })}
        </span>
      )}
    </span>
  );
}
