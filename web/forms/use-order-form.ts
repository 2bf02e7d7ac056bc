import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Agreed } from '#web/basket/use-priced.ts';
import { useOrderStage } from './order-button.tsx';
import { type FieldOfCode, showIssues } from './server-issues.ts';
import { useSubmitOnceKnown } from './submit-once-known.ts';

interface Wanted<T extends FieldValues> {
  /** Says to the pricing what was typed last: a field has not been left where Enter was pressed in it. */
  settle: (typed: T) => void;
  whenPriced: () => Promise<Agreed>;
  place: (typed: T, agreed: Agreed) => Promise<void>;
  fieldOf?: FieldOfCode<T>;
  /** Whether what the form begins with stands in it. */
  isBegun?: boolean;
}

/** How an order form is sent: at the price of what was typed last, and with a refusal shown where it belongs. */
export function useOrderForm<T extends FieldValues>(form: UseFormReturn<T>, wanted: Wanted<T>) {
  const { stage, go } = useOrderStage();
  const { settle, whenPriced, place, fieldOf, isBegun = true } = wanted;
  const submit = form.handleSubmit(async (typed) => {
    try {
      await go(
        () => settle(typed),
        whenPriced,
        (agreed) => place(typed, agreed),
      );
    } catch (error) {
      showIssues(form, error, fieldOf);
    }
  });
  const { waits, onSubmit } = useSubmitOnceKnown(isBegun, submit);
  return { stage: waits ? 'pricing' : stage, onSubmit } as const;
}
