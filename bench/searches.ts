import { generatedTool } from '#content/catalogue.ts';

/** As far apart as to meet every family, size, material and finish of a catalogue. */
const STEP = 7_919;

/**
 * Searches as buyers type them, none twice: words, sizes, stock numbers, trade words, and all of them with a slip.
 * @param tools how many generated ones the catalogue has
 * @param from where in it the first search comes from, so that two rows of them have little in common
 */
export function* searches(tools = 100_000, from = 0): Generator<string, never> {
  const asked = new Set<string>();
  for (let turn = 0; ; turn++) {
    const { name, sku, category } = generatedTool((from + turn * STEP) % tools);
    const [sized = '', material = '', finish = '', series = ''] = name.toLowerCase().split(', ');
    const kinds = [
      `${sized} ${material}`,
      `${sized} ${finish}`,
      slip(`${sized} ${material}`, turn),
      String(sku),
      `${String(category).toLowerCase()} ${sized} ${series}`,
      slip(String(sku), turn),
      `${finish} ${material} ${slip(sized, turn)}`,
      `${sized.split(' ')[0] ?? ''} ${series} ${finish}`,
    ];
    const q = kinds[turn % kinds.length]!;
    if (asked.has(q)) continue;
    asked.add(q);
    yield `/tool?limit=24&q=${encodeURIComponent(q)}`;
  }
}

/** The text with one letter swapped with the next. */
function slip(text: string, turn: number): string {
  const at = 1 + (turn % Math.max(1, text.length - 2));
  return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
}
