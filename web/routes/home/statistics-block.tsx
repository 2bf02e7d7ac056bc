import { useShop } from '#web/shell/shop-front.ts';
import { Section } from '#web/ui/section.tsx';

export function StatisticsBlock() {
  const { sections, texts } = useShop();
  if (!sections.statistics || !texts.statistics.length) return null;
  return (
    <Section id="home-statistics" title={texts.statisticsTitle} ground="soft">
      <dl className="border-base-content/25 grid grid-cols-2 border-t lg:grid-cols-4">
        {texts.statistics.map(({ value, label }) => (
          <div
            key={label}
            className="border-base-content/25 flex flex-col-reverse justify-end py-6 pr-4 even:border-l even:pl-6 max-lg:nth-[n+3]:border-t lg:border-l lg:pl-6 lg:first:border-l-0 lg:first:pl-0"
          >
            <dt className="muted mt-1">{label}</dt>
            <dd className="font-display text-5xl font-semibold lg:text-6xl">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
