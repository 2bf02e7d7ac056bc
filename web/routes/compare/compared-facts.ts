import type { AttributeName } from '#contract/catalogue/attributes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { factsOf } from '#web/routes/product/attribute-words.ts';
import { pieces } from '#web/shell/format.ts';
import { say } from '#web/saying/say.ts';

/** What is said of some of the tools: a row each, with a value for each tool; empty where nothing is said of it. */
export function comparedFacts(
  tools: readonly Tool[],
  names: readonly AttributeName[],
): { name: string; values: string[] }[] {
  const rows = new Map<string, string[]>();
  tools.forEach((tool, at) => {
    const { sku, category, minOrderQuantity, quantityStep, availableQuantity } = tool;
    const facts: [string, string][] = [
      [say('Stock number'), sku ?? ''],
      [say('Category'), category ?? ''],
      [say('Minimum order'), pieces(minOrderQuantity)],
      [say('Steps of'), pieces(quantityStep)],
      [say('Available'), pieces(availableQuantity)],
      ...factsOf(tool, names),
    ];
    for (const [name, value] of facts) {
      const values = rows.get(name) ?? tools.map(() => '');
      values[at] = value;
      rows.set(name, values);
    }
  });
  return [...rows].flatMap(([name, values]) => (values.every((value) => value === '') ? [] : [{ name, values }]));
}
