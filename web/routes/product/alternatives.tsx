import type { Tool } from '#contract/catalogue/tools.ts';
import { useSource } from '#web/api/use-source.ts';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { toolList } from '#web/queries/catalogue/tools.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { say } from '#web/saying/say.ts';

const SHOWN = 3;

/** Tools of the same category that can be ordered now, for whoever finds one that cannot. */
export function Alternatives({ tool }: { tool: Tool }) {
  const { category } = tool;
  const list = toolList({ ...(category === undefined ? {} : { category }), inStock: true, limit: SHOWN + 1 });
  const others = useSource(list)
    ?.rows.filter(({ _id }) => _id !== tool._id)
    .slice(0, SHOWN);
  if (!others || others.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 text-lg font-semibold">{say('Can be ordered now')}</h3>
      <ul className="mt-2">
        {others.map((other) => (
          <Alternative key={other._id} shown={other} />
        ))}
      </ul>
    </>
  );
}

function Alternative({ shown }: { shown: Tool }) {
  const {
    tool: { _id, name, price },
    priceClass,
  } = useCompanyTool(shown);
  return (
    <li className="border-base-300 flex min-h-11 items-center justify-between gap-4 border-b py-2">
      <PageLink to={`/products/${_id}`} className="link min-w-0 break-words">
        {name}
      </PageLink>
      <span className={`tabular-nums ${priceClass}`}>
        {money(price)} <ExcludingTax />
      </span>
    </li>
  );
}
