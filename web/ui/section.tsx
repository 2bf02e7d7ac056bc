import type { ReactNode } from 'react';

interface Props {
  /** Names the section to its heading. */
  id: string;
  /** Empty: there is no heading. */
  title: string;
  /** The heading's rank: h1 where the section is the page. */
  level?: 'h1' | 'h2';
  lead?: ReactNode;
  /** What the section lies on. */
  ground?: 'page' | 'soft';
  children: ReactNode;
}

/** A band of a page under one heading. */
export function Section({ id, title, level: Heading = 'h2', lead, ground = 'page', children }: Props) {
  return (
    <section aria-labelledby={title ? id : undefined} className={ground === 'soft' ? 'bg-base-200' : ''}>
      <div className={`page-width ${Heading === 'h1' ? 'py-6 lg:py-8' : 'py-8 lg:py-10'}`}>
        <span aria-hidden="true" className="rule-edge text-accent mb-3 block w-20" />
        {title && (
          <Heading id={id} className="text-3xl font-semibold sm:text-4xl">
            {title}
          </Heading>
        )}
        {lead && <p className="muted mt-3 max-w-prose text-lg">{lead}</p>}
        <div className="mt-5">{children}</div>
      </div>
    </section>
  );
}
