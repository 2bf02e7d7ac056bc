/** A value of an attribute; of a number also how much it is in the base unit of its measure. */
export interface AttributeValue {
  id: number;
  attribute: string;
  value: string;
  /** Null: it is no number. */
  number: number | null;
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** Which of two values of an attribute is shown first: numbers and threads by their size, 1/4-20 before M8 before 3/8-16, then other texts. */
export function byValue(
  one: Pick<AttributeValue, 'number' | 'value'>,
  other: Pick<AttributeValue, 'number' | 'value'>,
): number {
  const [size, otherSize] = [one.number ?? threadSize(one.value), other.number ?? threadSize(other.value)];
  return (
    Number(size === null) - Number(otherSize === null) ||
    (size ?? 0) - (otherSize ?? 0) ||
    inOrder.compare(one.value, other.value) ||
    // M8 and M08 are two values.
    Number(one.value > other.value) - Number(one.value < other.value)
  );
}

const METRIC = /^M(\d{1,3}(?:\.\d{1,3})?)(?![\d.])/;
const INCH = /^(?:(\d{1,2})[ -])?(\d{1,2})\/(\d{1,2})(?!\d)/;

/** How many mm across a thread such as M8 × 1 or 3/8-16 UNC is; null for other texts. */
function threadSize(text: string): number | null {
  const [, metric] = METRIC.exec(text) ?? [];
  if (metric !== undefined) return Number(metric);
  const [, whole = '0', over, under] = INCH.exec(text) ?? [];
  return over === undefined || Number(under) === 0
    ? null
    : (Number(whole) + Number(over) / Number(under)) * MM_PER_INCH;
}
const MM_PER_INCH = 25.4;
