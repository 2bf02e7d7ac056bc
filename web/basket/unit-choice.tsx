import { type CountUnit, packOf } from '#contract/buying/units.ts';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

interface Props {
  /** Of which tool, for who cannot see where it stands. */
  name: string;
  packs: readonly CountUnit[];
  pack: CountUnit | undefined;
  onChange: (pack: CountUnit | undefined) => void;
  className?: string;
}

/** What a tool is counted in: pieces, or one of its packs; nothing where it has none. */
export function UnitChoice({ name, packs, pack, onChange, className = '' }: Props) {
  if (packs.length === 0) return null;
  return (
    <select
      aria-label={say('Unit of {name}', { name })}
      className={`select w-auto max-w-40 ${className}`}
      value={pack?.code ?? ''}
      onChange={({ target }) => onChange(packOf(packs, target.value === '' ? null : target.value) ?? undefined)}
    >
      <option value="">{say('pieces')}</option>
      {packs.map((each) => (
        <option key={each.code} value={each.code}>
          {say('{name} of {count}', { name: each.name, count: pieces(each.pieces) })}
        </option>
      ))}
    </select>
  );
}

/** So many pieces as whole packs of a unit that somebody chose: as many as hold them. */
export function inWholePacks(quantity: number, pack: CountUnit | undefined): number {
  return pack ? Math.max(1, Math.ceil(quantity / pack.pieces)) * pack.pieces : quantity;
}
