import { assurances } from '#content/trust.ts';
import { Section } from '#web/ui/section.tsx';

/** What a firm wants to know before it buys; the footer leads to each part. */
export function TrustBlock() {
  return (
    <Section id="trust" title="What you can rely on">
      <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {assurances.map(({ id, title, text }) => (
          <div key={id} id={id} className="border-base-content border-t-2 pt-4">
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="muted mt-2">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
