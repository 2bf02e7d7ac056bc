import type { ReactNode } from 'react';
import { addressLines, useShop } from '#web/shell/shop-front.ts';
import { Section } from '#web/ui/section.tsx';

/** The contact block of home and of the contact page (spec §2). */
export function ContactBlock({ level = 'h2' }: { level?: 'h1' | 'h2' }) {
  const shop = useShop();
  const { company, texts } = shop;
  return (
    <Section
      id="contact-us"
      title={texts.contactTitle || (level === 'h1' ? company.name : '')}
      level={level}
      lead={texts.contactLead}
    >
      <dl className="border-base-300 grid grid-cols-[minmax(0,1fr)] border-t sm:grid-cols-2">
        <Item term={texts.contactHours}>{company.hours}</Item>
        <Item term={texts.contactAddress}>
          <address className="not-italic">{addressLines(shop).join(', ')}</address>
        </Item>
        <Item term={texts.contactPhone}>
          <a className="link decoration-accent underline-offset-4" href={`tel:${company.phone.replaceAll(' ', '')}`}>
            {company.phone}
          </a>
        </Item>
        <Item term={texts.contactEmail}>
          <a className="link decoration-accent underline-offset-4" href={`mailto:${company.email}`}>
            {company.email}
          </a>
        </Item>
      </dl>
    </Section>
  );
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  if (!term) return null;
  return (
    <div className="border-base-300 border-b py-5 sm:odd:pr-8 sm:even:border-l sm:even:pl-8">
      <dt className="muted text-sm">{term}</dt>
      <dd className="mt-1 text-lg font-medium">{children}</dd>
    </div>
  );
}
