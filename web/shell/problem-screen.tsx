import { useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';

/** A page that could not be shown: why, and a way to try again. */
export function ProblemScreen({ title, message }: { title: string; message: string }) {
  const client = useQueryClient();
  const { revalidate, state } = useRevalidator();
  const again = async () => {
    await client.resetQueries({ predicate: ({ state: { status } }) => status === 'error' });
    await revalidate();
  };
  return (
    <section className="mx-auto flex min-h-[60vh] max-w-xl flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 className="text-3xl font-semibold">{title}</h1>
      <p role="alert">{message}</p>
      <button type="button" className="btn btn-primary" disabled={state === 'loading'} onClick={() => void again()}>
        Try again
      </button>
    </section>
  );
}
