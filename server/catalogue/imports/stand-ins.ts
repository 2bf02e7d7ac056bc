import { familyPictures } from '#content/picture-names.ts';
import type { ToolCells } from '#contract/catalogue/imports.ts';

/** A picture of which nobody thinks that it is of this very tool. */
const OUTLINE = '/pictures/not-found-640.webp';

/**
 * What stands in a new tool for cells that its row does not have, so that a price list is enough to begin with: a plain
 * picture by its category or name, its name as its description, no stock, and its step as the least that is sold.
 */
export function standIns({ name, category, quantityStep }: ToolCells): ToolCells {
  return {
    image: pictureBy([category ?? '', name ?? '']),
    ...(name ? { description: name } : {}),
    availableQuantity: 0,
    minOrderQuantity: quantityStep ?? 1,
  };
}

function pictureBy(texts: string[]): string {
  const words = new Set(texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u)).map(singular));
  const family = Object.keys(familyPictures).find((each) => words.has(singular(each)));
  return family === undefined ? OUTLINE : `/pictures/${family}-640.webp`;
}

function singular(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
