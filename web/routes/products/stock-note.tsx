import type { Tool } from '#contract/catalogue/tools.ts';

/** Says of a tool that cannot be ordered that it cannot, and why; of all others nothing. */
export function StockNote({ tool: { availableQuantity, minOrderQuantity } }: { tool: Tool }) {
  if (availableQuantity >= minOrderQuantity) return null;
  return (
    <p className="badge badge-warning mt-1 h-auto py-0.5 font-medium">
      {availableQuantity === 0 ? 'Out of stock' : 'Less in stock than the minimum'}
    </p>
  );
}
