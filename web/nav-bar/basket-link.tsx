import { useBasketCount } from '#web/basket/load-basket.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';

/** The basket with its number of lines, on every page. */
export function BasketLink() {
  const count = useBasketCount();
  return (
    <PageLink
      to="/basket"
      className="btn btn-ghost btn-square relative"
      aria-label={count === 0 ? say('Basket') : say('Basket, {count, plural, one {# line} other {# lines}}', { count })}
    >
      <svg
        aria-hidden="true"
        className="size-6"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      >
        <path d="M3 9h18l-1.6 10.2a1 1 0 0 1-1 .8H5.6a1 1 0 0 1-1-.8L3 9zM8 9l3-5.5M16 9l-3-5.5M9 13v3.5M15 13v3.5M12 13v3.5" />
      </svg>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="bg-accent text-accent-content absolute top-0 right-0 min-w-5 rounded-full px-1 text-center text-xs leading-5 font-semibold tabular-nums"
        >
          {count > 999 ? '999+' : count}
        </span>
      )}
    </PageLink>
  );
}
