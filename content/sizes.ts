/** More sizes of what the shop sells: each family is one thing in several sizes, sold by the carton and cheaper by the pallet. */

/** What a family's sizes have in common. */
interface SizeFamily {
  family: string;
  category: string;
  picture: 'wrench' | 'nut-and-bolt' | 'screwdriver' | 'hammer' | 'clamp' | 'square';
  /** Pieces in a carton; orders are multiples of it. */
  carton: number;
  minimum: number;
  /** From so many pieces on, a piece costs so many hundredths of its price. */
  breaks: readonly (readonly [from: number, percent: number])[];
  description: (size: string) => string;
  sizes: readonly (readonly [name: string, sku: string, size: string, cents: number, stock: number, grams: number])[];
}

export const sizeFamilies: readonly SizeFamily[] = [
  {
    family: 'Combination spanners, metric',
    category: 'Spanners',
    picture: 'wrench',
    carton: 12,
    minimum: 24,
    breaks: [
      [120, 92],
      [600, 85],
    ],
    description: (size) =>
      `Ring and open end of ${size}, ring angled 15°. Chrome-vanadium steel, hardened to 42–46 HRC, satin chrome. DIN 3113 A. Packed 12 to a carton.`,
    sizes: [
      ['Combination Spanner 8 mm, Chrome Vanadium', 'SPA-CO-08', '8 mm', 290, 9_600, 38],
      ['Combination Spanner 10 mm, Chrome Vanadium', 'SPA-CO-10', '10 mm', 320, 14_400, 52],
      ['Combination Spanner 17 mm, Chrome Vanadium', 'SPA-CO-17', '17 mm', 495, 8_400, 135],
      ['Combination Spanner 24 mm, Chrome Vanadium', 'SPA-CO-24', '24 mm', 840, 4_800, 300],
    ],
  },
  {
    family: 'Hex bolts, steel 8.8',
    category: 'Fasteners',
    picture: 'nut-and-bolt',
    carton: 500,
    minimum: 500,
    breaks: [
      [5_000, 90],
      [25_000, 80],
    ],
    description: (size) => `Hex bolt ${size}, part thread to ISO 4014, zinc plated 8 µm, with nut. Boxes of 500.`,
    sizes: [
      ['Hex Bolt M6 × 30 mm, Steel 8.8', 'BLT-M6-30', 'M6 × 30 mm', 12, 400_000, 9],
      ['Hex Bolt M8 × 40 mm, Steel 8.8', 'BLT-M8-40', 'M8 × 40 mm', 22, 320_000, 22],
      ['Hex Bolt M10 × 80 mm, Steel 8.8', 'BLT-M10-80', 'M10 × 80 mm', 58, 160_000, 62],
      ['Hex Bolt M12 × 60 mm, Steel 8.8', 'BLT-M12-60', 'M12 × 60 mm', 74, 120_000, 78],
    ],
  },
  {
    family: 'Slotted screwdrivers',
    category: 'Screwdrivers',
    picture: 'screwdriver',
    carton: 10,
    minimum: 20,
    breaks: [
      [100, 93],
      [500, 86],
    ],
    description: (size) =>
      `S2 blade ${size} with a black tip in a two-component handle, hexagon bolster. ISO 2380. Ten to a box.`,
    sizes: [
      ['Slotted Screwdriver 4.0 × 100 mm', 'SCR-SL-40', '4.0 × 100 mm', 260, 9_000, 60],
      ['Slotted Screwdriver 6.5 × 150 mm', 'SCR-SL-65', '6.5 × 150 mm', 345, 7_500, 110],
      ['Slotted Screwdriver 8.0 × 175 mm', 'SCR-SL-80', '8.0 × 175 mm', 410, 5_000, 150],
    ],
  },
  {
    family: 'Claw hammers, hickory',
    category: 'Hammers',
    picture: 'hammer',
    carton: 12,
    minimum: 12,
    breaks: [
      [120, 94],
      [480, 88],
    ],
    description: (size) =>
      `Drop-forged ${size} head, hardened to 50–55 HRC on the face, on straight-grained hickory wedged with steel. Packed 12 to a carton.`,
    sizes: [
      ['Claw Hammer 13 oz, Hickory', 'HAM-CL-13H', '13 oz', 1_190, 1_800, 560],
      ['Claw Hammer 20 oz, Hickory', 'HAM-CL-20H', '20 oz', 1_420, 2_400, 850],
    ],
  },
  {
    family: 'G-clamps',
    category: 'Clamps',
    picture: 'clamp',
    carton: 5,
    minimum: 10,
    breaks: [
      [50, 94],
      [250, 88],
    ],
    description: (size) =>
      `Opens to ${size}. Rolled acme thread, swivel shoe, powder-coated graphite. Five to a carton.`,
    sizes: [
      ['G-Clamp 100 mm, Malleable Iron', 'CLA-G-100', '100 mm', 1_180, 2_500, 1_100],
      ['G-Clamp 200 mm, Malleable Iron', 'CLA-G-200', '200 mm', 1_890, 1_500, 2_600],
    ],
  },
  {
    family: 'Carpenter’s squares',
    category: 'Measuring',
    picture: 'square',
    carton: 10,
    minimum: 20,
    breaks: [[100, 95]],
    description: (size) =>
      `Stainless blade of ${size}, etched on both sides, true to 0.05 mm per 100 mm. DIN 875. Ten to a carton.`,
    sizes: [
      ['Carpenter’s Square 200 mm', 'SQU-200', '200 mm', 790, 2_400, 260],
      ['Carpenter’s Square 600 mm', 'SQU-600', '600 mm', 1_860, 1_200, 720],
    ],
  },
];

/** The families of tools that are also sold by the piece at one price, and what a piece of them weighs, in grams. */
export const familyOfSku: Readonly<Record<string, readonly [family: string, grams: number]>> = {
  'SPA-CO-13': ['Combination spanners, metric', 85],
  'SPA-CO-19': ['Combination spanners, metric', 175],
  'BLT-M10-50': ['Hex bolts, steel 8.8', 44],
  'SCR-SL-55': ['Slotted screwdrivers', 85],
  'HAM-CL-16H': ['Claw hammers, hickory', 690],
  'CLA-G-150': ['G-clamps', 1_900],
  'CLA-G-075': ['G-clamps', 650],
  'SQU-300': ['Carpenter’s squares', 380],
};
