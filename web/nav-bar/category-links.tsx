import { useSource } from '#web/api/use-source.ts';
import { categoryList } from '#web/queries/catalogue/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pieces } from '#web/shell/format.ts';

/** What the shop sells, each with how many tools it has. */
export function CategoryLinks({ className }: { className: string }) {
  const categories = useSource(categoryList());
  return categories?.map(({ name, tools }) => (
    <li key={name}>
      <PageLink to={`/products?category=${encodeURIComponent(name)}`} className={className}>
        <span className="flex justify-between gap-4">
          {name}
          <span className="muted font-normal tabular-nums">{pieces(tools)}</span>
        </span>
      </PageLink>
    </li>
  ));
}
