import { withWays } from '#content/ways.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { Section } from '#web/ui/section.tsx';

/** What a company wants to know before it buys; the footer leads to each part. */
export function TrustBlock() {
  const shop = useShop();
  const { trust, trustTitle } = shop.texts;
  if (!shop.sections.trust || !trust.length) return null;
  return (
    <Section id="trust" title={trustTitle}>
      <dl className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-6">
        {trust.map(({ id, title, text }) => (
          <div
            key={id}
            id={id}
            className="border-base-content border-t-2 pt-4 sm:max-lg:last:col-span-2 lg:col-span-2 lg:nth-[n+4]:col-span-3"
          >
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="muted mt-2">{withWays(text, shop)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
