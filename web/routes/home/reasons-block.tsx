import { useShop } from '#web/shell/shop-front.ts';
import { Section } from '#web/ui/section.tsx';

export function ReasonsBlock() {
  const { reasons, reasonsTitle } = useShop().texts;
  if (!reasons.length) return null;
  return (
    <Section id="home-reasons" title={reasonsTitle} ground="soft">
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {reasons.map(({ title, text }) => (
          <li key={title} className="border-base-content border-t-2 pt-4">
            <h3 className="text-xl font-semibold">{title}</h3>
            <p className="muted mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
