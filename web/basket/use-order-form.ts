import type { FormEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#web/api/api-error.ts';
import { mayHelp } from '#web/api/defaults.ts';
import type { PricedOrder } from './use-priced.ts';
import { money } from '#web/shell/format.ts';
import { useOrderStage } from '#web/forms/order-button.tsx';
import { type FieldOfCode, showIssues } from '#web/forms/server-issues.ts';
import { readFields } from '#web/forms/use-form.ts';
import { NOT_YET_KNOWN, useSubmitOnceKnown } from '#web/forms/submit-once-known.ts';
import { say } from '#web/saying/say.ts';

interface OrderFormOptions<T extends FieldValues> {
  /** The sum that stands on the screen; null while there is none. */
  shown: number | null;
  /** Says to the pricing what was typed last: a field has not been left where Enter was pressed in it. */
  settle: (typed: T) => void;
  whenPriced: () => Promise<PricedOrder>;
  /** What the order comes to as it is agreed to now. */
  sumOf: (typed: T, agreed: PricedOrder) => number | null;
  place: (typed: T, agreed: PricedOrder) => Promise<void>;
  fieldOf?: FieldOfCode<T>;
  /** Whether what the form begins with stands in it. */
  isBegun?: boolean;
}

/**
 * How an order form is sent: at the sum that stood on the screen as it was pressed, of what was typed last. Another sum is
 * shown and asked, and a refusal shown where it belongs.
 */
export function useOrderForm<T extends FieldValues>(form: UseFormReturn<T>, wanted: OrderFormOptions<T>) {
  const { stage, go } = useOrderStage();
  const { shown, settle, whenPriced, sumOf, place, fieldOf, isBegun = true } = wanted;
  const submit = (seen: number | null) => {
    const send = form.handleSubmit(async (typed) => {
      try {
        await go(
          () => settle(typed),
          () => whenPriced().catch(orderedNothing),
          async (agreed) => {
            const sum = sumOf(typed, agreed);
            if (sum === null || sum === seen) await place(typed, agreed);
            else form.setError('root', { type: 'server', message: askFor(sum, seen) });
          },
        );
      } catch (error) {
        showIssues(form, error, fieldOf);
      }
    });
    return send();
  };
  const { waits, onSubmit } = useSubmitOnceKnown({
    isKnown: isBegun,
    seen: shown,
    submit,
    onLate: () => form.setError('root', { type: 'server', message: NOT_YET_KNOWN }),
  });
  return {
    stage: waits ? 'pricing' : stage,
    onSubmit: (event: FormEvent) => {
      // Before anything that is waited for is written over it.
      readFields(form);
      onSubmit(event);
    },
  } as const;
}

/** @param seen the sum that stood on the screen */
function askFor(sum: number, seen: number | null): string {
  const instead = seen === null ? '' : say(', not {price}', { price: money(seen) });
  return say(
    'This order now comes to {price}{instead}. Check it, then press again to agree: nothing has been ordered yet.',
    { price: money(sum), instead },
  );
}

/** What kept an order from being sent is said with that. */
function orderedNothing(error: unknown): never {
  if (!(error instanceof ApiError) || !mayHelp(error)) throw error;
  const { status, code, message } = error;
  throw new ApiError(status, { code, message: say('{message} Nothing was ordered.', { message }) });
}
