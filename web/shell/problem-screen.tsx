import { say } from '#web/saying/say.ts';
import { useState } from 'react';
import { PageLink } from './page-link.tsx';

interface Props {
  title: string;
  message: string;
  /** The level of its heading: 2 inside a page that has a main one. */
  heading?: 'h1' | 'h2';
  /** Tries again; never rejects. */
  again: () => Promise<unknown>;
  /** Whether the address asks for what is refused, so that only the page without it helps. */
  inVain?: boolean;
}

/** A page, or a part of one, that could not be shown: why, and a way to try again. */
export function ProblemScreen({ title, message, heading: Heading = 'h1', again, inVain }: Props) {
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
      {inVain ? (
        <PageLink to="?" className="btn btn-primary">
          {say('Show all')}
        </PageLink>
      ) : (
        <button type="button" className="btn btn-primary" disabled={busy} onClick={() => void tryAgain()}>
          {say('Try again')}
        </button>
      )}
    </section>
  );
}
