import { say } from '#web/saying/say.ts';
import { flushSync } from 'react-dom';
import { useState } from 'react';

/** What an order button says while it was pressed and its order is not placed yet. */
type Stage = 'resting' | 'pricing' | 'sending';

/** The way of one press of an order button: it waits for the prices of what was typed last, then the order is sent. */
export function useOrderStage() {
  const [stage, setStage] = useState<Stage>('resting');
  return {
    stage,
    /**
     * @param settle says to the pricing what was typed last
     * @param priced the newest price, once nothing is asked any more
     */
    async go<Price>(settle: () => void, priced: () => Promise<Price>, send: (price: Price) => Promise<void>) {
      if (stage !== 'resting') return;
      // The prices that are asked for by this have begun before they are waited for.
      flushSync(() => {
        settle();
        setStage('pricing');
      });
      try {
        const price = await priced();
        setStage('sending');
        await send(price);
      } finally {
        setStage('resting');
      }
    },
  };
}

interface Props {
  children: string;
  stage: Stage;
  className: string;
  /** There is nothing to order. */
  disabled?: boolean;
}

/** Sends an order form. It is never disabled by work under way, so that no press is lost and it keeps the focus; a second press does nothing. */
export function OrderButton({ children, stage, className, disabled = false }: Props) {
  return (
    <button className={className} disabled={disabled} aria-disabled={stage === 'resting' ? undefined : true}>
      {stage !== 'resting' && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      <span>{stage === 'pricing' ? say('Pricing…') : children}</span>
    </button>
  );
}
