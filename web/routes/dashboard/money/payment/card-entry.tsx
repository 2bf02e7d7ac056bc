import { Elements } from '@stripe/react-stripe-js';
import type { UseQueryResult } from '@tanstack/react-query';
import { CardForm } from './card-form.tsx';
import { useProvider } from './provider.ts';

interface Props {
  buyer: { name: string; email: string };
  /** The client secret, as it is asked for. */
  secret: Pick<UseQueryResult<{ clientSecret: string }>, 'data' | 'error' | 'refetch'>;
  /** Tells the shop, which asks the provider. */
  confirm: (transactionId: string) => Promise<unknown>;
  onPaid: (transactionId: string) => void;
}

/** The card form once the provider's script is there, or why it is not. */
export function CardEntry({ buyer, secret, confirm, onPaid }: Props) {
  const provider = useProvider();
  const problem = provider.error ?? secret.error;
  return (
    <>
      {provider.data ? (
        <Elements stripe={provider.data}>
          <CardForm buyer={buyer} clientSecret={secret.data?.clientSecret} confirm={confirm} onPaid={onPaid} />
        </Elements>
      ) : (
        !provider.error && <div className="skeleton h-24 w-full" role="status" aria-label="Loading the card form" />
      )}
      {problem && (
        <p role="alert" className="text-error mt-4">
          {problem.message}{' '}
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => void (provider.error ? provider.refetch() : secret.refetch())}
          >
            Try again
          </button>
        </p>
      )}
    </>
  );
}
