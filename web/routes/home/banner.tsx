import { company } from '#content/company.ts';
import { picturePath } from '#content/pictures.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Picture } from '#web/ui/picture.tsx';

const ON_THE_BOARD = ['hammer', 'wrench', 'saw', 'clamp', 'screwdriver', 'axe'] as const;

export function Banner() {
  return (
    <section className="bg-board text-on-board">
      <div className="grid lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <div className="flex flex-col items-start justify-center px-4 py-14 sm:px-6 lg:py-24 lg:pr-12 lg:pl-[max(1.5rem,calc(50vw-38.5rem))]">
          <p className="text-board-accent font-display text-lg font-semibold tracking-wide">{company.name}, Dhaka</p>
          <h1 className="mt-3 text-4xl font-semibold text-balance sm:text-5xl xl:text-6xl">{company.headline}</h1>
          <p className="mt-5 max-w-[52ch] text-lg opacity-90">{company.tagline}</p>
          <PageLink to="/about" className="btn btn-lg mt-8 border-0 bg-[#f08a52] text-[#1d0f06] hover:bg-[#f6a679]">
            {company.moreAboutUs}
          </PageLink>
        </div>
        <div
          aria-hidden="true"
          className="pegboard grid grid-cols-4 place-items-center px-2 py-4 sm:px-8 lg:grid-cols-3 lg:grid-rows-2 lg:gap-4 lg:p-10"
        >
          {ON_THE_BOARD.map((name, index) => (
            <Picture
              key={name}
              frame={`aspect-square w-full max-w-56 ${index > 3 ? 'max-lg:hidden' : ''}`}
              image={picturePath(name)}
              alt=""
              sizes="(min-width: 1024px) 220px, 25vw"
            />
          ))}
        </div>
      </div>
      <div aria-hidden="true" className="rule-edge text-board-accent/70" />
    </section>
  );
}
