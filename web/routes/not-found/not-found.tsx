import { PageLink } from '#web/shell/page-link.tsx';

/** Spec §2: a heading and a picture of the error. */
export function NotFound() {
  return (
    <section className="mx-auto flex min-h-[60vh] max-w-xl flex-col items-center justify-center gap-6 p-6 text-center">
      <svg
        role="img"
        aria-label="A spanner that fits nothing"
        viewBox="0 0 120 80"
        className="w-64"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
      >
        <path d="M18 22a14 14 0 1 0 0 20l-8-4v-12z" strokeLinejoin="round" />
        <path d="M30 29h44v6H30z" strokeLinejoin="round" />
        <path d="m92 18 16 9v18l-16 9-16-9V27z" strokeLinejoin="round" strokeDasharray="5 5" />
        <text x="60" y="72" textAnchor="middle" fontSize="14" fill="currentColor" stroke="none">
          404
        </text>
      </svg>
      <h1 className="text-3xl font-bold">Page Not Found</h1>
      <p>There is nothing at this address.</p>
      <PageLink to="/" className="btn btn-primary">
        To the home page
      </PageLink>
    </section>
  );
}
