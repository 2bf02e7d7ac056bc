// Sizes of a family stand beside one another at their true relative lengths. Masters fill their square; this is by how much
// their served whole view is smaller than that of the family's largest.

/** Length in mm of what lies in the picture, from the figures in its name. */
const FAMILIES = [
  // DIN 3113 A.
  { shape: /^spa-co-(\d+)$/, length: (size) => 10 * size + 40 },
  { shape: /^spa-ad-(\d+)$/, length: (length) => length },
  // Opened by two fifths, with screw and bar.
  { shape: /^cla-g-(\d+)$/, length: (capacity) => 2.05 * capacity + 40 },
  { shape: /^squ-(\d+)$/, length: (length) => length },
  { shape: /^rul-(\d+)$/, length: (length) => length + 20 },
  { shape: /^blt-m?(\d+)-(\d+)$/, length: (size, length) => (size === 516 ? 62 : length + 1.6 * size) },
  { shape: /^scr-(?:sl|ph)-(\d+)$/, length: (size) => DRIVERS[size] },
  { shape: /^ham-cl-(\d+)h$/, length: (ounces) => 225 + 6.4 * ounces },
];
/** Of the screwdrivers, by the figures in their SKU: blade and handle. */
const DRIVERS = { 2: 206, 40: 197, 55: 204, 65: 259, 80: 292 };
/** Smaller than this a picture tells nothing on a card. */
const LEAST = 0.42;

/** Of all `names`, the one `name`: a share of the square, 1 for the largest of its family. */
export function relativeSize(name, names) {
  for (const { shape, length } of FAMILIES) {
    if (!shape.test(name)) continue;
    const of = (sku) => length(...(shape.exec(sku) ?? []).slice(1).map(Number));
    return Math.max(LEAST, of(name) / Math.max(...names.filter((other) => shape.test(other)).map(of)));
  }
  return 1;
}
