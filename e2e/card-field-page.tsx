import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// A payment page as small as one can be, with Stripe's own packages, for the tests in a browser.

function Checkout({ clientSecret }: { clientSecret: string }) {
  const stripe = useStripe();
  const elements = useElements();
  const [live, setLive] = useState('');
  const [outcome, setOutcome] = useState('');

  async function pay() {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Alice' } });
    if (made.error) {
      setOutcome(`error: ${made.error.message}`);
      return;
    }
    const result = await stripe.confirmCardPayment(clientSecret, { payment_method: made.paymentMethod.id });
    setOutcome(
      result.error ? `error: ${result.error.message}` : `${result.paymentIntent.status}: ${result.paymentIntent.id}`,
    );
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <CardElement
        options={{ style: { base: { fontSize: '16px' } } }}
        onChange={(event) =>
          setLive(`${event.brand} ${event.complete ? 'complete' : 'open'} ${event.error?.message ?? ''}`)
        }
      />
      <p id="live">{live}</p>
      <button type="submit" disabled={!stripe}>
        Pay
      </button>
      <output>{outcome}</output>
    </form>
  );
}

const root = document.getElementById('root');
if (root) {
  const { key = '', secret = '' } = root.dataset;
  createRoot(root).render(
    <Elements stripe={loadStripe(key)}>
      <Checkout clientSecret={secret} />
    </Elements>,
  );
}
