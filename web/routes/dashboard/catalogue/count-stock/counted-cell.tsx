import { pieces } from '#web/shell/format.ts';
import { type CountedLine, piecesOf, wholeOf } from './counted-line.ts';

interface Props {
  line: CountedLine;
  onChange: (typed: Pick<CountedLine, 'counted' | 'packs'>) => void;
}

/** Fields for what was counted: loose pieces, and each pack that was scanned, with what all come to. */
export function CountedCell({ line, onChange }: Props) {
  const { tool, counted, packs } = line;
  const sum = piecesOf(line);
  if (packs.length === 0)
    return (
      <CountField
        label={`Pieces of ${tool} counted`}
        value={counted}
        onTyped={(typed) => onChange({ counted: typed, packs })}
      />
    );
  return (
    <div className="grid justify-items-end gap-1">
      {packs.map((pack) => (
        <span key={pack.code} className="flex items-center gap-2 whitespace-nowrap">
          <CountField
            label={`${pack.name} of ${tool} counted`}
            value={pack.counted}
            onTyped={(typed) =>
              onChange({ counted, packs: packs.map((each) => (each === pack ? { ...each, counted: typed } : each)) })
            }
          />
          <span>
            × {pack.name} of {pieces(pack.pieces)}
          </span>
        </span>
      ))}
      <span className="flex items-center gap-2 whitespace-nowrap">
        <CountField
          label={`Loose pieces of ${tool} counted`}
          value={counted}
          onTyped={(typed) => onChange({ counted: typed, packs })}
        />
        <span>loose pieces</span>
      </span>
      {sum !== null && <span className="font-semibold">= {pieces(sum)} pieces</span>}
    </div>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onTyped: (typed: string) => void;
}

function CountField({ label, value, onTyped }: FieldProps) {
  return (
    <input
      aria-label={label}
      aria-invalid={value.trim() !== '' && wholeOf(value) === null ? true : undefined}
      inputMode="numeric"
      maxLength={12}
      className="input input-sm w-24 text-right tabular-nums aria-invalid:input-error"
      value={value}
      onChange={({ target }) => onTyped(target.value)}
    />
  );
}
