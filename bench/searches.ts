import { generatedTool } from '#content/catalogue.ts';

/** As far apart as to meet every family, size, material and finish of a catalogue of this size. */
const TOOLS = 100_000;
const STEP = 7_919;

/** Searches as buyers type them, none twice: words, sizes, stock numbers, trade words, and all of them with a slip. */
export function* searches(): Generator<string, never> {
  const asked = new Set<string>();
  for (let turn = 0; ; turn++) {
    const { name, sku, category } = generatedTool((turn * STEP) % TOOLS);
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
