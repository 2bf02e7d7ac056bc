import type { ReactNode } from 'react';
import { company } from '#content/company.ts';

/** The contact block of home and of the contact page (spec §2). */
export function ContactBlock({ level = 'h2' }: { level?: 'h1' | 'h2' }) {
  const Heading = level;
  return (
    <section className="mx-auto max-w-3xl px-4 py-12 text-center" aria-labelledby="contact-us">
      <Heading id="contact-us" className="mb-2 text-3xl font-bold">
        Contact Us
      </Heading>
      <p className="mb-8">Feel free to visit us.</p>
      <dl className="grid gap-6 text-left sm:grid-cols-2">
        <Item term="Business hours">{company.hours}</Item>
        <Item term="Address">
          <address className="not-italic">{company.address.join(', ')}</address>
        </Item>
        <Item term="Telephone">
          <a className="link" href={`tel:${company.phone.replaceAll(' ', '')}`}>
            {company.phone}
          </a>
        </Item>
        <Item term="E-mail">
          <a className="link" href={`mailto:${company.email}`}>
            {company.email}
          </a>
        </Item>
      </dl>
    </section>
  );
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="card bg-base-200 p-4">
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
