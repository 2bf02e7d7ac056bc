import type { AttributeName } from '#contract/catalogue/attributes.ts';
import { inBase, readWritten } from '#contract/catalogue/units.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { say } from '#web/saying/say.ts';
import { attributeFact } from './attribute-words.ts';

/** What tells one size of a family from another. */
export interface SizeColumn {
  title: string;
  /** By the size's id: as it is shown, and as a number in the base unit where it is one. */
  values: ReadonlyMap<string, { text: string; number: number | null }>;
}

/** Beyond these the table of sizes would be wider than a screen. */
const MOST_COLUMNS = 3;

/** M6 before M10. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/**
 * What the sizes of a family differ in, in the order in which their names say it: M10 before 50 mm. Where their attributes
 * say nothing of it, what their names differ in.
 */
export function sizeColumns(sizes: readonly Tool[], names: readonly AttributeName[]): SizeColumn[] {
  if (sizes.length < 2) return [];
  const keys = new Set(sizes.flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  const differing = [...keys]
    .map((key) => attributeColumn(sizes, key, names))
    .filter(
      ({ values }) => new Set(Array.from(values.values(), ({ text }) => text)).size > 1 || values.size < sizes.length,
    )
    .toSorted((one, other) => one.place - other.place)
    .slice(0, MOST_COLUMNS);
  if (differing.length > 0) return differing;
  const apart = namesApart(sizes.map(({ name }) => name.split(' ')));
  return [
    { title: say('Size'), values: new Map(sizes.map(({ _id }, at) => [_id, { text: apart[at] ?? '', number: null }])) },
  ];
}

/** @returns with where names say it, in UTF-16 units; beyond any name where they do not */
function attributeColumn(
  sizes: readonly Tool[],
  key: string,
  names: readonly AttributeName[],
): SizeColumn & { place: number } {
  let title = key;
  let place = Number.MAX_SAFE_INTEGER;
  const values = new Map<string, { text: string; number: number | null }>();
  for (const { _id, name, attributes } of sizes) {
    const attribute = attributes.find((each) => each.key === key);
    if (!attribute) continue;
    const [words, text] = attributeFact(attribute, names);
    title = words;
    const written = readWritten(String(attribute.value));
    values.set(_id, { text, number: written && inBase(written.number, written.unit ?? attribute.unit ?? null) });
    const at = name.indexOf(String(attribute.value));
    if (at >= 0) place = Math.min(place, at);
  }
  return { title, values, place };
}

/** What is left of each name without the words that all of them begin and end with. */
function namesApart(names: readonly string[][]): string[] {
  const [first = []] = names;
  const most = Math.min(...names.map(({ length }) => length)) - 1;
  let before = 0;
  while (before < most && names.every((words) => words[before] === first[before])) before++;
  let after = 0;
  while (after < most - before && names.every((words) => words.at(-1 - after) === first.at(-1 - after))) after++;
  return names.map((words) => words.slice(before, words.length - after).join(' '));
}

/** The sizes from the smallest to the largest, column by column. */
export function bySize(sizes: readonly Tool[], columns: readonly SizeColumn[]): Tool[] {
  return sizes.toSorted((one, other) => {
    for (const { values } of columns) {
      const [a, b] = [values.get(one._id), values.get(other._id)];
      if (!a || !b) continue;
      const order = a.number !== null && b.number !== null ? a.number - b.number : BY_NUMBER.compare(a.text, b.text);
      if (order !== 0) return order;
    }
    return BY_NUMBER.compare(one.name, other.name);
  });
}
