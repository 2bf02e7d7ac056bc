/** The stock number under a tool's name, by which pieces are picked; nothing where it has none. */
export function Sku({ sku }: { sku: string | null | undefined }) {
  return sku ? <span className="muted block text-xs tabular-nums">{sku}</span> : null;
}
