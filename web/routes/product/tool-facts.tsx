import type { Tool } from '#contract/tools.ts';
import { dollars, pieces } from '#web/shell/figures.ts';

export function ToolFacts({ tool }: { tool: Tool }) {
  return (
    <section>
      <img
        src={tool.image}
        alt=""
        width={640}
        height={480}
        fetchPriority="high"
        className="bg-base-200 rounded-box aspect-4/3 w-full object-contain"
      />
      <h1 className="mt-6 text-3xl font-bold">{tool.name}</h1>
      <p className="mt-4 break-words whitespace-pre-line">{tool.description}</p>
      <dl className="mt-6 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-2 tabular-nums">
        <dt>Available quantity</dt>
        <dd className="text-right">{pieces(tool.availableQuantity)}</dd>
        <dt>Minimum order quantity</dt>
        <dd className="text-right">{pieces(tool.minOrderQuantity)}</dd>
        <dt>Price per piece</dt>
        <dd className="text-right font-semibold">{dollars(tool.price)}</dd>
      </dl>
    </section>
  );
}
