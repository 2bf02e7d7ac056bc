/** The parts of the pages as they follow each other, with their heights in a drawing. */
const HOME = [
  ['banner', 22],
  ['products', 26],
  ['statistics', 10],
  ['reviews', 18],
  ['reasons', 14],
  ['trust', 14],
  ['contact', 10],
  ['footer', 14],
] as const;
const ABOUT = [
  ['about', 34],
  ['works', 18],
  ['reasons', 14],
  ['trust', 14],
  ['certificates', 18],
  ['footer', 14],
] as const;

const ABOUT_ALONE: ReadonlySet<string> = new Set(['about', 'works', 'certificates']);

/** A small drawing of a page in which the part that is written about stands out. */
export function PlacePicture({ at }: { at: string }) {
  const parts = ABOUT_ALONE.has(at) ? ABOUT : HOME;
  const tops = parts.map((_, index) => parts.slice(0, index).reduce((sum, [, height]) => sum + height + 2, 9));
  const bottom = tops.at(-1)! + parts.at(-1)![1] + 3;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 80 ${bottom}`}
      className="border-base-300 text-base-content bg-base-100 mt-2 w-32 self-start border max-md:hidden"
    >
      <rect
        x="3"
        y="3"
        width="74"
        height="4"
        className={at === 'menu' ? 'text-accent' : ''}
        fill="currentColor"
        opacity={at === 'menu' ? 1 : 0.35}
      />
      {parts.map(([name, height], index) => (
        <rect
          key={name}
          x="3"
          y={tops[index]}
          width="74"
          height={height}
          className={name === at ? 'text-accent' : ''}
          fill="currentColor"
          opacity={name === at ? 1 : 0.12}
        />
      ))}
    </svg>
  );
}
