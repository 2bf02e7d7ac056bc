import type { ReactNode } from 'react';
import type { Tool } from '#contract/catalogue/tools.ts';
import { AddToOrder } from '#web/basket/add-to-order.tsx';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { shortDay } from '#contract/days.ts';
import { money, pieces } from '#web/shell/format.ts';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import { perUnit } from '#web/shell/price-words.ts';

interface Props {
  tool: Tool;
  priority?: boolean;
  cells?: ReactNode;
  choice?: ReactNode;
}

/**
 * A tool in a grid: a list item, which products.css makes a row where a table is wanted. `priority` for the one whose
 * picture is the first to be seen; `cells` are what a row says besides, terms with what is said of them, `choice` what
 * is chosen with it.
 */
export function ToolCard({ tool: shown, priority = false, cells, choice }: Props) {
  const { tool, priceClass } = useCompanyTool(shown);
  const page = `/products/${tool._id}`;
  const lowest = tool.priceBreaks.at(-1)?.price;
  return (
    <li className="tool-card">
      {/* The name below says the same to the keyboard and to who listens. */}
      <PageLink to={page} className="tool-card-picture-link" tabIndex={-1} aria-hidden>
        <Picture
          frame="studio tool-card-picture"
          image={tool.image}
          alt=""
          sizes="(min-width: 640px) 300px, 220px"
          priority={priority}
        />
      </PageLink>
      <div className="tool-card-body">
        <div className="tool-card-name">
          <p className="muted flex min-h-5 justify-between gap-4 text-sm">
            <span className="truncate">{tool.category}</span>
            <span className="truncate tabular-nums">{tool.sku}</span>
          </p>
          <h3 id={`tool-${tool._id}`} className="line-clamp-2 text-lg font-semibold break-words">
            <PageLink to={page} className="hover:underline">
              {tool.name}
            </PageLink>
          </h3>
          <p className="tool-card-description muted line-clamp-1 text-sm break-words">{tool.description}</p>
          <StockNote tool={tool} />
        </div>
        <dl className="tool-card-facts">
          {cells}
          <div className={`tool-card-price ${priceClass}`}>
            <dt className="muted">
              <span className="sr-only">{say('Price ')}</span>
              <span className="tool-card-per">
                {perUnit(tool.priceUnit)}
                <ExcludingTax />
                {lowest !== undefined && <span>{', '}</span>}
              </span>
              {lowest !== undefined && (
                <span className="tool-card-from">{say('from {price}', { price: money(lowest) })}</span>
              )}
            </dt>
            <dd className="font-display font-semibold">{money(tool.price)}</dd>
          </div>
          <div className="tool-card-count">
            <dt className="muted">{say('Minimum order quantity')}</dt>
            <dd className="font-semibold">{pieces(tool.minOrderQuantity)}</dd>
          </div>
          <div className="tool-card-count">
            <dt className="muted">{say('Available quantity')}</dt>
            <dd className="font-semibold">{pieces(tool.availableQuantity)}</dd>
          </div>
        </dl>
        <div className="tool-card-actions">
          <PageLink to={page} className="btn btn-primary btn-block" aria-describedby={`tool-${tool._id}`}>
            {say('Order Now')}
          </PageLink>
          <AddToOrder tool={tool} />
        </div>
        {choice}
      </div>
    </li>
  );
}

/** Says of a tool that cannot be ordered that it cannot, and why; of all others nothing. */
function StockNote({ tool }: { tool: Tool }) {
  const { availableQuantity, minOrderQuantity, orderable, later } = tool;
  if (availableQuantity >= minOrderQuantity) return null;
  const isAhead = orderable >= minOrderQuantity;
  const ahead = later[0] ? say('To come: {day}', { day: shortDay(later[0].day) }) : say('Made to order');
  return (
    <p className={`badge mt-1 h-auto py-0.5 font-medium ${isAhead ? 'badge-info' : 'badge-warning'}`}>
      {isAhead ? ahead : availableQuantity === 0 ? say('Out of stock') : say('Stock below the minimum')}
    </p>
  );
}
