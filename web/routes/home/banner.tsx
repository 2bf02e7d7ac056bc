import { withWays } from '#content/ways.ts';
import { cityOf, useShop } from '#web/shell/shop-front.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Picture } from '#web/ui/picture.tsx';

export function Banner() {
  const shop = useShop();
  const city = cityOf(shop);
  const hasPictures = shop.pictures.banner.length > 0;
  return (
    <section className="bg-board text-on-board">
      <div className={`grid ${hasPictures ? 'lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]' : ''}`}>
        <div className="flex flex-col items-start justify-center px-4 py-7 sm:px-6 lg:py-7 lg:pr-12 lg:pl-[max(1.5rem,calc(50vw-38.5rem))]">
          <p className="text-board-accent font-display text-lg font-semibold tracking-wide">
            {city === null ? shop.company.name : `${shop.company.name}, ${city}`}
          </p>
          <h1 className="mt-2 text-3xl font-semibold text-balance sm:text-4xl xl:text-5xl">
            {shop.texts.headline || shop.company.name}
          </h1>
          {shop.texts.tagline && <p className="mt-3 max-w-[60ch] opacity-90">{shop.texts.tagline}</p>}
          <ul className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
            {shop.sections.trust &&
              shop.texts.trust.map(
                ({ id, short }) =>
                  short && (
                    <li key={id} className="flex gap-2">
                      <span aria-hidden="true" className="text-board-accent">
                        ✓
                      </span>
                      {withWays(short, shop)}
                    </li>
                  ),
              )}
          </ul>
          {shop.texts.aboutButton && (
            <PageLink
              to="/about"
              className="btn mt-5 min-h-11 border-0 bg-board-accent text-board-accent-content hover:bg-board-accent-raised"
            >
              {shop.texts.aboutButton}
            </PageLink>
          )}
        </div>
        {hasPictures && (
          <div
            aria-hidden="true"
            className="pegboard grid grid-cols-4 place-items-center px-2 py-4 sm:px-8 lg:grid-cols-3 lg:grid-rows-2 lg:gap-2 lg:p-3"
          >
            {shop.pictures.banner.map((image, index) => (
              <Picture
                key={`${index} ${image}`}
                frame={`aspect-square w-full max-w-36 ${index > 3 ? 'max-lg:hidden' : ''}`}
                image={image}
                alt=""
                sizes="(min-width: 1024px) 160px, 25vw"
              />
            ))}
          </div>
        )}
      </div>
      <div aria-hidden="true" className="rule-edge text-board-accent/70" />
    </section>
  );
}
