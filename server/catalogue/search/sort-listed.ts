import type { AttributeFilter } from './asked-attributes.ts';
import { byValue, chosenFlags, type ListedValue, type ListedValues } from './listed-values.ts';

/** An order by an attribute. */
interface AttributeOrder {
  key: string;
  descending: boolean;
}

/** A tool's place in it: its value, null where it has none, and its position. */
export interface AttributePlace {
  value: Pick<ListedValue, 'number' | 'value'> | null;
  position: number;
}

/**
 * The tools that fit all choices, in the order of an attribute; those without a value last, equals in the shop's order.
 * @param after the place that it goes on behind
 */
export function sortListed(
  { positions, ids, values }: ListedValues,
  chosen: readonly AttributeFilter[],
  { key, descending }: AttributeOrder,
  { after, limit }: { after: AttributePlace | null; limit: number },
): AttributePlace[] {
  const own = values.filter(({ attribute }) => attribute === key);
  if (descending) own.reverse();
  const most = values.reduce((highest, { id }) => Math.max(highest, id), 0);
  // A tool without a value has the last rank.
  const rankOf = new Int32Array(most + 1).fill(own.length);
  own.forEach(({ id }, rank) => (rankOf[id] = rank));
  const fits = chosenFlags(chosen);
  const stride = positions.reduce((highest, position) => Math.max(highest, position), 0) + 1;
  const begin = after === null ? -1 : placeAfter(own, after, descending, stride);
  const places = new Float64Array(positions.length);
  let length = 0;
  let at = 0;
  for (const position of positions) {
    let [open, rank] = [chosen.length, own.length];
    for (let id = ids[at]!; id !== 0; id = ids[++at]!) {
      open -= fits[id] ?? 0;
      rank = Math.min(rank, rankOf[id]!);
    }
    at++;
    const place = rank * stride + position;
    if (open === 0 && place > begin) places[length++] = place;
  }
  return Array.from(places.subarray(0, length).toSorted().subarray(0, limit), (place) => {
    const position = place % stride;
    return { value: own[(place - position) / stride] ?? null, position };
  });
}

/** What the last place of an earlier page comes to now; its value may be one that no tool has any more. */
function placeAfter(
  own: readonly ListedValue[],
  { value, position }: AttributePlace,
  descending: boolean,
  stride: number,
): number {
  if (value === null) return own.length * stride + position;
  const exact = own.findIndex((each) => each.value === value.value);
  if (exact !== -1) return exact * stride + Math.min(position, stride - 1);
  const next = own.findIndex((each) => (descending ? byValue(value, each) : byValue(each, value)) > 0);
  return (next === -1 ? own.length : next) * stride - 1;
}
