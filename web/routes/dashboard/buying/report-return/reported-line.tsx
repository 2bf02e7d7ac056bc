import type { OrderLine } from '#contract/buying/orders.ts';
import { RETURN_KINDS, RETURN_WISHES, type ReturnKind, type ReturnWish } from '#contract/money/return-words.ts';
import { SelectField } from '#web/forms/select-field.tsx';
import { NumberField, TextField } from '#web/forms/text-field.tsx';
import { RETURN_KIND_WORDS, RETURN_WISH_WORDS } from '#web/returns/return-words.ts';
import { counted } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';

/** What is typed of one tool; without a quantity nothing is reported of it. */
export interface TypedReport {
  quantity: string;
  kind: ReturnKind;
  wish: ReturnWish;
  text: string;
}

interface Props {
  line: OrderLine;
  typed: TypedReport;
  problem: string | undefined;
  onChange: (typed: TypedReport) => void;
}

/** One tool that left: how many pieces are wrong, and once there are any, what is wrong with them. */
export function ReportedLine({ line: { tool, sku, shipped }, typed, problem, onChange }: Props) {
  const isWrong = typed.quantity.trim() !== '';
  return (
    <li className="border-base-300 rounded-box border p-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <p className="min-w-0 grow self-center font-medium break-words">
          {tool}
          <Sku sku={sku} />
          <span className="muted block text-sm font-normal">{counted(shipped, 'piece')} shipped</span>
        </p>
        <NumberField
          whole
          label="Pieces that are wrong"
          aria-label={`Pieces of ${tool} that are wrong`}
          value={typed.quantity}
          error={problem === undefined ? undefined : { message: problem }}
          onChange={({ target }) => onChange({ ...typed, quantity: target.value })}
        />
      </div>
      {isWrong && (
        <div className="mt-2 grid gap-x-4 sm:grid-cols-2">
          <SelectField
            label="What is wrong?"
            aria-label={`What is wrong with ${tool}?`}
            options={RETURN_KINDS.map((kind) => [kind, RETURN_KIND_WORDS[kind]] as const)}
            value={typed.kind}
            onChange={({ target }) => onChange({ ...typed, kind: target.value as ReturnKind })}
          />
          <SelectField
            label="What would help?"
            aria-label={`What would help with ${tool}?`}
            options={RETURN_WISHES.map((wish) => [wish, RETURN_WISH_WORDS[wish]] as const)}
            value={typed.wish}
            onChange={({ target }) => onChange({ ...typed, wish: target.value as ReturnWish })}
          />
          <div className="sm:col-span-2">
            <TextField
              label="In a few words (optional)"
              aria-label={`In a few words, of ${tool} (optional)`}
              maxLength={1_000}
              value={typed.text}
              onChange={({ target }) => onChange({ ...typed, text: target.value })}
            />
          </div>
        </div>
      )}
    </li>
  );
}
