import type { ReactNode } from 'react';

/** The card of the login and register pages. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-[70vh] items-center justify-center px-4 py-8">
      <section
        className="card bg-base-100 border-base-300 w-full max-w-sm border shadow-sm"
        aria-labelledby="card-title"
      >
        <div className="card-body">
          <h1 id="card-title" className="text-center text-2xl font-bold">
            {title}
          </h1>
          {children}
        </div>
      </section>
    </div>
  );
}

/** A refusal of identity, as spec §8 words it. */
export function SignInProblem({ message }: { message: string | undefined }) {
  return message ? (
    <p role="alert" className="text-error">
      Error: {message}
    </p>
  ) : null;
}
