import type { AttributeName } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { AddToOrder } from '#web/basket/add-to-order.tsx';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { comparisonOf } from '#web/routes/products/comparing.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { moneyPer } from '#web/shell/price-words.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import { comparedFacts } from './compared-facts.ts';

/** Up to four tools side by side, what they differ in marked; on a telephone the table moves beside its first column. */
export function ComparedTools({ tools, names }: { tools: readonly Tool[]; names: readonly AttributeName[] }) {
  const ids = tools.map(({ _id }) => _id);
  return (
    <div className="compared" role="region" aria-label={say('Tools side by side')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <td>
              <span className="sr-only">{say('What')}</span>
            </td>
            {tools.map((tool) => (
              <ToolHead key={tool._id} tool={tool} without={comparisonOf(ids.filter((id) => id !== tool._id))} />
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              {tools.some(({ priceUnit }) => priceUnit > 1) ? say('Price') : say('Per piece')} <ExcludingTax />
            </th>
            {tools.map((tool) => (
              <Price key={tool._id} tool={tool} />
            ))}
          </tr>
          {comparedFacts(tools, names).map(({ name, values }) => (
            <tr key={name} className={new Set(values).size > 1 ? 'compared-other' : ''}>
              <th scope="row">{name}</th>
              {values.map((value, at) => (
                <td key={ids[at]}>{value || '–'}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{say('Order')}</th>
            {tools.map((tool) => (
              <td key={tool._id}>
                <AddToOrder tool={tool} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

function ToolHead({ tool, without }: { tool: Tool; without: string }) {
  return (
    <th scope="col">
      <Picture frame="studio compared-picture" image={tool.image} alt="" sizes="160px" />
      <PageLink to={`/products/${tool._id}`} className="link-hover block font-semibold break-words">
        {tool.name}
      </PageLink>
      <PageLink
        to={without}
        replace
        className="link muted text-sm font-normal"
        aria-label={say('Remove {name}', { name: tool.name })}
      >
        {say('Remove')}
      </PageLink>
    </th>
  );
}

function Price({ tool: shown }: { tool: Tool }) {
  const { tool, priceClass } = useCompanyTool(shown);
  return (
    <td className={priceClass}>
      <strong>{moneyPer(tool.price, tool.priceUnit)}</strong>
      {tool.priceBreaks.map(({ from, price }) => (
        <span key={from} className="muted block text-sm">
          {pieces(from)}: {money(price)}
        </span>
      ))}
    </td>
  );
}
