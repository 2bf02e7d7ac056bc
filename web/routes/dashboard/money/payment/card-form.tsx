import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, useState } from 'react';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useCardLook } from './card-look.ts';
import { payByCard } from './pay-by-card.ts';

interface Props {
  /** Whose card it is. */
  buyer: { name: string; email: string };
  /** Not there until the shop has answered. */
  clientSecret: string | undefined;
  /** Tells the shop, which asks the provider. */
  confirm: (transactionId: string) => Promise<unknown>;
  onPaid: (transactionId: string) => void;
}

/** The provider's card field and Pay, which is off until the secret has arrived (spec §4). */
export function CardForm({ buyer, clientSecret, confirm, onPaid }: Props) {
  const stripe = useStripe();
  const elements = useElements();
  const look = useCardLook();
  const [problem, setProblem] = useState('');
  const [paying, setPaying] = useState(false);
  /** The money has moved and only the shop does not know yet: another try must not charge again. */
  const [charged, setCharged] = useState<string | null>(null);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || !clientSecret || paying) return;
    setPaying(true);
    setProblem('');
    try {
      let id = charged;
      if (id === null) {
        const outcome = await payByCard(stripe, card, clientSecret, buyer);
        if ('problem' in outcome) return setProblem(outcome.problem);
        id = outcome.intentId;
        setCharged(id);
      }
      await confirm(id);
      onPaid(id);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The payment could not be completed. Please try again.');
    } finally {
      setPaying(false);
    }
  };

  return (
    <form onSubmit={(event) => void pay(event)} aria-busy={paying}>
      <div className="border-base-content/30 rounded-field bg-base-100 border p-3">
        <CardElement options={look} onChange={() => setProblem('')} />
      </div>
      <button className="btn btn-accent btn-lg btn-block mt-4" disabled={!stripe || !clientSecret || paying}>
        {paying && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
        <span>Pay</span>
      </button>
      <FormProblem message={problem} className="mt-4" />
    </form>
  );
}
