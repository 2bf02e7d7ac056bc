import type { Priced } from '#contract/buying/basket.ts';
import { TextField } from '#web/forms/text-field.tsx';
import { today } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** Whether what is there leaves first, and the day before which nothing is to leave; empty: as soon as it can. */
export interface Leaving {
  parts: boolean;
  wantedDay: string;
}

export const AT_ONCE: Leaving = { parts: false, wantedDay: '' };

/** The same as an order says it. */
export function leavingOfOrder({ parts, wantedDay }: Leaving) {
  return { ...(parts ? { parts } : {}), ...(wantedDay === '' ? {} : { wantedDay }) };
}

interface Props {
  priced: Priced | null;
  value: Leaving;
  onChange: (leaving: Leaving) => void;
}

/** How an order leaves of which not all is in stock: together or in parts; and the day that its buyer wants. */
export function WhenItLeaves({ priced, value, onChange }: Props) {
  const days = new Set((priced?.lines ?? []).flatMap(({ promises }) => promises.map(({ day }) => day)));
  return (
    <fieldset className="fieldset">
      {days.size > 1 && (
        <label className="label text-base-content my-2 gap-3 whitespace-normal">
          <input
            type="checkbox"
            className="checkbox"
            checked={value.parts}
            onChange={({ target: { checked } }) => onChange({ ...value, parts: checked })}
          />
          {say('Send what is in stock first, and the rest when it is there. Delivery is charged once.')}
        </label>
      )}
      <TextField
        label={say('Not before (optional)')}
        type="date"
        min={today()}
        hint={say('The day on which it is to leave, if not as soon as it can.')}
        value={value.wantedDay}
        onChange={({ target: { value: wantedDay } }) => onChange({ ...value, wantedDay })}
      />
    </fieldset>
  );
}
