import type { Tool } from '#contract/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { dollars, pieces } from '#web/shell/figures.ts';
import { Picture } from '#web/ui/picture.tsx';

/** A tool in a grid: a list item. `priority` for the one whose picture is the first to be seen. */
export function ToolCard({ tool, priority = false }: { tool: Tool; priority?: boolean }) {
  return (
    <li className="border-base-300 bg-base-100 rounded-box hover:border-base-content/40 flex flex-col overflow-hidden border transition-colors">
      <Picture
        frame="studio aspect-16/10 sm:aspect-4/3"
        image={tool.image}
        alt=""
        sizes="(min-width: 640px) 300px, 220px"
        priority={priority}
      />
      <div className="flex grow flex-col p-5">
        <p className="muted flex min-h-5 justify-between gap-4 text-sm">
          <span className="truncate">{tool.category}</span>
          <span className="truncate tabular-nums">{tool.sku}</span>
        </p>
        <h3 id={`tool-${tool._id}`} className="mt-1 line-clamp-2 text-xl font-semibold break-words">
          {tool.name}
        </h3>
        <div className="mt-2 mb-4">
          <p className="muted line-clamp-2 text-sm break-words">{tool.description}</p>
        </div>
        <dl className="mt-auto grid grid-cols-2 text-sm tabular-nums">
          <div className="col-span-2 flex flex-row-reverse items-baseline justify-end gap-2">
            <dt className="muted">
              <span className="sr-only">Price </span>per piece
            </dt>
            <dd className="font-display text-3xl font-semibold">{dollars(tool.price)}</dd>
          </div>
          <div className="border-base-300 mt-3 border-t py-3 pr-3">
            <dt className="muted">Minimum order quantity</dt>
            <dd className="font-semibold">{pieces(tool.minOrderQuantity)}</dd>
          </div>
          <div className="border-base-300 mt-3 border-t border-l py-3 pl-4">
            <dt className="muted">Available quantity</dt>
            <dd className="font-semibold">{pieces(tool.availableQuantity)}</dd>
          </div>
        </dl>
        <PageLink
          to={`/products/${tool._id}`}
          className="btn btn-primary btn-block mt-1"
          aria-describedby={`tool-${tool._id}`}
        >
          Order Now
        </PageLink>
      </div>
    </li>
  );
}
