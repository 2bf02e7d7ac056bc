import { useState } from 'react';
import { PageLink } from './page-link.tsx';

interface Props {
  title: string;
  message: string;
  /** The level of its heading: 2 inside a page that has a main one. */
  heading?: 'h1' | 'h2';
  /** Tries again; never rejects. */
  again: () => Promise<unknown>;
  /** Where to go instead, since trying again is in vain. */
  instead?: string | undefined;
}

/** A page, or a part of one, that could not be shown: why, and a way to try again. */
export function ProblemScreen({ title, message, heading: Heading = 'h1', again, instead }: Props) {
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    await again();
    setBusy(false);
  };
  return (
    <section className="mx-auto flex min-h-[60vh] max-w-xl flex-col items-center justify-center gap-4 p-6 text-center">
      <Heading className="text-3xl font-semibold">{title}</Heading>
      <p role="alert">{message}</p>
      {instead === undefined ? (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void tryAgain()}>
          Try again
        </button>
      ) : (
        <PageLink to={instead} className="btn btn-primary">
          Show all
        </PageLink>
      )}
    </section>
  );
}
