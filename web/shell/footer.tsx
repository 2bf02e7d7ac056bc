import { dayOf } from '#contract/days.ts';
import { Brand } from './brand.tsx';
import { PageLink } from './page-link.tsx';
import { addressLines, useShop } from './shop-front.ts';

/** On every page (spec §2). */
export function Footer() {
  const shop = useShop();
  const { name, phone, email, hours } = shop.company;
  return (
    <footer className="bg-board text-on-board">
      <div aria-hidden="true" className="rule-edge text-on-board/40" />
      <div
        className={`page-width grid gap-8 py-10 text-sm sm:grid-cols-2 ${shop.footer.length > 2 ? 'lg:grid-cols-[2fr_1fr_1fr_1fr]' : 'lg:grid-cols-[2fr_1fr_1fr]'}`}
      >
        <div className="sm:max-lg:col-span-2">
          <p className="font-display flex items-center gap-2.5 text-xl font-semibold">
            <Brand size="size-8" />
          </p>
          <address className="mt-4 leading-relaxed not-italic opacity-90">
            {addressLines(shop).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            <span className="mt-2 block">{phone}</span>
            <span className="block">{email}</span>
            <span className="block">{hours}</span>
          </address>
        </div>
        {shop.footer.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-board-accent text-base font-semibold">{title}</h2>
            <ul className="mt-2">
              {links.map(({ text, to }) => (
                <li key={to}>
                  <PageLink to={to} className="inline-flex min-h-9 items-center underline-offset-4 hover:underline">
                    {text}
                  </PageLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className="border-on-board/25 border-t pt-4 sm:col-span-full">
          {shop.texts.copyright} {name}
          {/* The year in which it is read, behind the specification's own words. */}
          <span suppressHydrationWarning> · {yearNow(shop.timeZone)}</span>
          {shop.texts.footer !== '' && <span className="mt-1 block">{shop.texts.footer}</span>}
        </p>
      </div>
    </footer>
  );
}

/** The running year where the shop is. */
function yearNow(zone: string): string {
  return dayOf(new Date(), zone).slice(0, 4);
}
