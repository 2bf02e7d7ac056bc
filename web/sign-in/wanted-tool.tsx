import { useSource } from '#web/api/use-source.ts';
import { oneTool } from '#web/queries/catalogue/tools.ts';
import { ExcludingTax } from '#web/shell/excluding-tax.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { Sku } from '#web/shell/sku.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { say } from '#web/saying/say.ts';
import { perUnit } from '#web/shell/price-words.ts';

/** The tool that somebody signs in to order, with what its page says to everybody. Its place is kept while it is on its way. */
export default function WantedTool({ id }: { id: string }) {
  const tool = useSource(oneTool(id));
  if (!tool) return <div className="mb-4 min-h-36 sm:min-h-32" />;
  return (
    <section aria-label={say('Tool to order')} className="mb-4 flex min-h-36 sm:min-h-32 items-start gap-4">
      <Picture frame="studio size-24 shrink-0 rounded-field" image={tool.image} alt="" sizes="96px" priority />
      <div className="min-w-0">
        <p className="font-semibold break-words">
          {tool.name}
          <Sku sku={tool.sku} />
        </p>
        <p className="muted line-clamp-2 text-sm break-words">{tool.description}</p>
        <p className="mt-1 tabular-nums">
          <strong>{money(tool.price)}</strong> <span className="muted text-sm">{perUnit(tool.priceUnit)}</span>
          <ExcludingTax />
        </p>
        <p className="muted text-sm">
          {say('From {count, plural, one {# piece} other {# pieces}}, {count2} available', {
            count: tool.minOrderQuantity,
            count2: pieces(tool.availableQuantity),
          })}
        </p>
      </div>
    </section>
  );
}
