import type { Tool } from '#contract/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { dollars, pieces } from '#web/shell/figures.ts';

/** A tool in a grid: a list item. */
export function ToolCard({ tool }: { tool: Tool }) {
  return (
    <li className="card bg-base-100 border-base-300 border">
      <img
        src={tool.image}
        alt=""
        width={640}
        height={480}
        loading="lazy"
        decoding="async"
        className="bg-base-200 aspect-4/3 w-full rounded-t-box object-contain"
      />
      <div className="card-body gap-3">
        <h3 id={`tool-${tool._id}`} className="card-title">
          {tool.name}
        </h3>
        <p className="line-clamp-3">{tool.description}</p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm tabular-nums">
          <dt>Price per piece</dt>
          <dd className="text-right font-semibold">{dollars(tool.price)}</dd>
          <dt>Minimum order quantity</dt>
          <dd className="text-right">{pieces(tool.minOrderQuantity)}</dd>
          <dt>Available quantity</dt>
          <dd className="text-right">{pieces(tool.availableQuantity)}</dd>
        </dl>
        <div className="card-actions">
          <PageLink
            to={`/products/${tool._id}`}
            className="btn btn-primary btn-block"
            aria-describedby={`tool-${tool._id}`}
          >
            Order Now
          </PageLink>
        </div>
      </div>
    </li>
  );
}
