import { useQueryClient } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';

interface Props {
  title: string;
  message: string;
  /** The level of its heading: 2 inside a page that has a main one. */
  heading?: 'h1' | 'h2';
}

/** A page, or a part of one, that could not be shown: why, and a way to try again. */
export function ProblemScreen({ title, message, heading: Heading = 'h1' }: Props) {
  const client = useQueryClient();
  const { revalidate, state } = useRevalidator();
  const again = async () => {
    await client.resetQueries({ predicate: ({ state: { status } }) => status === 'error' });
    await revalidate();
  };
  return (
    <section className="mx-auto flex min-h-[60vh] max-w-xl flex-col items-center justify-center gap-4 p-6 text-center">
      <Heading className="text-3xl font-semibold">{title}</Heading>
      <p role="alert">{message}</p>
      <button type="button" className="btn btn-primary" disabled={state === 'loading'} onClick={() => void again()}>
        Try again
      </button>
    </section>
  );
}
