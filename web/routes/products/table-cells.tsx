import type { Tool } from '#contract/catalogue/tools.ts';
import { useCompanyTool } from '#web/companies/use-company-tool.ts';
import { money, pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';
import { attributeText, type SharedColumn } from './shared-columns.ts';

/** What a row of the table says beside what a card does: shared attributes and price breaks. */
export function TableCells({ tool: shown, columns }: { tool: Tool; columns: readonly SharedColumn[] }) {
  const { tool } = useCompanyTool(shown);
  return (
    <>
      {columns.map(({ key, name }) => (
        <div key={key} className="tool-shared">
          <dt className="sr-only">{name}</dt>
          <dd>{attributeText(tool, key) || '–'}</dd>
        </div>
      ))}
      <div className="tool-breaks">
        <dt className="sr-only">{say('Price breaks')}</dt>
        <dd>
          {tool.priceBreaks.length === 0
            ? '–'
            : tool.priceBreaks.map(({ from, price }) => `${pieces(from)}: ${money(price)}`).join(' · ')}
        </dd>
      </div>
    </>
  );
}
