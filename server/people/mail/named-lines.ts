/** A letter names so many lines; the page or paper that it leads to has all of them. */
const MOST_LINES = 100;

interface Line {
  quantity: number;
  tool: string;
  sku: string | null;
}

/**
 * Lines of an order as letters name them: 12 × Claw hammer (CH-16).
 * @param count how many there are in all
 * @returns the first lines with their names, and as `more` a text for the others, where there are any
 */
export function namedLines<Each extends Line>(
  lines: readonly Each[],
  count = lines.length,
): { named: { name: string; line: Each }[]; more: string[] } {
  const named = lines.slice(0, MOST_LINES).map((line) => {
    const { quantity, tool, sku } = line;
    return { name: `${quantity.toLocaleString('en-US')} × ${tool}${sku ? ` (${sku})` : ''}`, line };
  });
  const left = count - named.length;
  return { named, more: left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : [] };
}
