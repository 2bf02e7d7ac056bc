import type { ReactNode } from 'react';

interface Props {
  /** Names the part to its heading. */
  id: string;
  title: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A part of a page of the dashboard under a heading of its own. */
export function Part({ id, title, className = 'mt-8', children }: Props) {
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="mb-2 text-lg font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
