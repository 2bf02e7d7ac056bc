/** What a fresh shop sells and what is said about it: the seed of the database. */
import type { Tool } from '#contract/catalogue/tools.ts';
import german from './catalogue.de.json' with { type: 'json' };
import { familyPictures, pictureFor, type PictureFamily } from './picture-names.ts';
import { picturePath } from './picture-path.ts';
import { familyOfSku, sizeFamilies } from './sizes.ts';

/** A tool as the seed knows it. Prices are cents per piece, quantities pieces; `image` is a path of the shop's own pictures. */
export interface CatalogueTool {
  name: string;
  description: string;
  sku: string;
  category: string;
  priceCents: number;
  availableQuantity: number;
  minOrderQuantity: number;
  image: string;
  /** Sold in multiples of it; 1 where nothing is said. */
  quantityStep?: number;
  priceBreaks?: { from: number; cents: number }[];
  weightGrams?: number;
  family?: string;
  translations?: NonNullable<Tool['translations']>;
}

interface SeedReview {
  name: string;
  review: string;
  rating: number;
  daysAgo: number;
  image?: string;
}

type Line = [
  name: string,
  sku: string,
  category: string,
  priceCents: number,
  stock: number,
  minimum: number,
  family: PictureFamily,
  description: string,
];

const LINES: Line[] = [
  [
    'Claw Hammer 16 oz, Hickory',
    'HAM-CL-16H',
    'Hammers',
    1290,
    4800,
    24,
    'hammer',
    'Drop-forged carbon steel head, hardened to 50–55 HRC on the face and ground bright. Straight-grained hickory handle, wedged with steel. Claw bevelled to draw nails down to 2 mm. Packed 12 to a carton.',
  ],
  [
    'Combination Spanner 13 mm, Chrome Vanadium',
    'SPA-CO-13',
    'Spanners',
    385,
    12400,
    50,
    'wrench',
    'Ring and open end of the same size, ring angled 15°. Chrome-vanadium steel, hardened to 42–46 HRC, satin chrome. Measured to DIN 3113 A.',
  ],
  [
    'Toolbox 480 mm, Steel, Five Trays',
    'BOX-CA-480',
    'Storage',
    4680,
    420,
    4,
    'toolbox',
    'Cantilever box in 0.8 mm sheet with rolled edges, five trays, and a hasp for a padlock. Carries 25 kg. Enamelled red.',
  ],
  [
    'Hex Bolt M10 × 50 mm, Steel 8.8',
    'BLT-M10-50',
    'Fasteners',
    42,
    250000,
    1000,
    'nut-and-bolt',
    'Part thread to ISO 4014, zinc plated 8 µm, with nut. Batch certificate 3.1 on request. Sold loose, 1,000 to a keg.',
  ],
  [
    'Carpenter’s Square 300 mm',
    'SQU-300',
    'Measuring',
    980,
    3900,
    20,
    'square',
    'Stainless blade 1.5 mm thick, etched in millimetres on one side and inches on the other. True to 0.05 mm per 100 mm. DIN 875.',
  ],
  [
    'Felling Axe 1.6 kg, Ash',
    'AXE-FE-16',
    'Axes',
    3890,
    640,
    6,
    'axe',
    'Hand-forged head in C45 steel, edge tempered to 54 HRC and ground to 25°. Ash handle 800 mm long, oiled with linseed. Leather mask included.',
  ],
  [
    'Ball-Pein Hammer 24 oz, Fibreglass',
    'HAM-BP-24F',
    'Hammers',
    1540,
    2600,
    12,
    'hammer',
    'For riveting and metal forming: polished face and pein, induction hardened. Fibreglass core handle with a soft grip that takes up shock. Meets ASME B107.400.',
  ],
  [
    'Engineers Set: Hammer and Spanner',
    'SET-EN-02',
    'Sets',
    2150,
    900,
    10,
    'hammer-and-wrench',
    'A 500 g cross-pein hammer and a 250 mm adjustable spanner in one card-backed set, for service vans and gift packs. Both chrome-plated and oiled.',
  ],
  [
    'Combination Spanner 19 mm, Chrome Vanadium',
    'SPA-CO-19',
    'Spanners',
    560,
    9800,
    50,
    'wrench',
    'The size that fitters reach for. Forged from one bar, ring profiled to bear on the flats and spare the corners. DIN 3113 A, satin chrome, size stamped on both sides.',
  ],
  [
    'Slotted Screwdriver 5.5 × 100 mm',
    'SCR-SL-55',
    'Screwdrivers',
    290,
    15200,
    60,
    'screwdriver',
    'S2 blade with a black tip, held by a two-component handle that is moulded on, not glued. Hexagon bolster for a spanner. ISO 2380.',
  ],
  [
    'Hex Bolt 5/16 × 2 in, Grade 5',
    'BLT-516-2',
    'Fasteners',
    38,
    180000,
    1000,
    'nut-and-bolt',
    'UNC thread, SAE J429 Grade 5, yellow zinc, with nut. For American fittings and farm machines. 1,000 to a keg.',
  ],
  [
    'Splitting Hatchet 600 g, Hickory',
    'AXE-HA-06',
    'Axes',
    2240,
    1150,
    8,
    'axe',
    'A short axe for kindling and site work. Convex cheeks push the grain apart; the poll drives pegs. Hickory handle 360 mm.',
  ],
  [
    'Hand Saw 550 mm, 9 TPI',
    'SAW-HA-550',
    'Saws',
    1720,
    2200,
    12,
    'saw',
    'Universal toothing, hardened tips, taper-ground blade in 1 mm spring steel. Handle set for 45° and 90° marking. Cardboard sleeve for reuse.',
  ],
  [
    'G-Clamp 150 mm, Malleable Iron',
    'CLA-G-150',
    'Clamps',
    1450,
    2750,
    10,
    'clamp',
    'Rolled acme thread, swivel shoe, throat 80 mm. Clamps with 9 kN without a twist in the frame. Powder-coated graphite.',
  ],
  [
    'Timber Ladder 3.0 m, Ten Rungs',
    'LAD-TI-30',
    'Ladders',
    7450,
    160,
    2,
    'ladder',
    'Close-grained Oregon pine stiles with ash rungs, pinned and wired under the steps. EN 131 professional class, 150 kg. Varnished, safe to lean near live work once dry. Packed in pairs.',
  ],
  [
    'Pickaxe 2.5 kg with Handle',
    'PIC-25',
    'Digging',
    2690,
    780,
    6,
    'pick',
    'Pick and chisel end forged from one piece of C60, tempered 120 mm up each arm. Ash handle 900 mm with an oval eye to DIN 20109.',
  ],
  [
    'Steel Rule 300 mm (12 in)',
    'RUL-300',
    'Measuring',
    240,
    8600,
    50,
    'ruler',
    'Spring stainless steel, matt chrome face that does not glare, photo-etched lines in 0.5 mm and 1/64 in. EC accuracy class I.',
  ],
  [
    'Workshop Shears 200 mm',
    'SHE-200',
    'Cutting',
    1620,
    1950,
    10,
    'shears',
    'Cuts leather, banding, cable sheath and sheet to 0.8 mm. Serrated lower blade, bolted pivot that can be set. Blades 56 HRC.',
  ],
  [
    'Insulation Knife 280 mm',
    'KNI-IN-280',
    'Cutting',
    890,
    5200,
    30,
    'knife',
    'Broad stainless blade with one waved and one straight edge, for mineral wool, foam board and cardboard. Full tang, riveted handle with brass pins, 54–56 HRC. Blade guard included.',
  ],
  [
    'Inspection Torch 300 lm, IP54',
    'TOR-300',
    'Lighting',
    1980,
    1400,
    10,
    'torch',
    'Aluminium body, focus by sliding, 300 lumens for six hours. Survives a fall of 2 m onto concrete. Two AA cells included.',
  ],
  [
    'Lifting Magnet 25 kg',
    'MAG-25',
    'Lifting',
    1280,
    860,
    10,
    'magnet',
    'Ferrite block in a steel shoe with a keeper. Finds dropped fixings, holds plate for welding. 25 kg on flat clean 10 mm steel.',
  ],
  [
    'Chain 6 mm, Short Link, per Metre',
    'CHA-06',
    'Lifting',
    460,
    22000,
    100,
    'chain',
    'Grade 30, hot-dip galvanised, proof-tested to 2.5 times the working load of 400 kg. Cut to length from 100 m drums. Not for lifting people.',
  ],
  [
    'Brass Hook 80 mm, Cast',
    'HOO-BR-80',
    'Lifting',
    375,
    9400,
    100,
    'hook',
    'Cast in one piece from CW614N brass and tumbled bright, eye 12 mm. Does not spark and does not rust: for marine stores, paint shops and tool rails. Safe load 40 kg.',
  ],
  [
    'Round Brush No. 12, Pure Bristle',
    'BRU-RD-12',
    'Finishing',
    215,
    11200,
    60,
    'brush',
    'Bound bristle that comes to a point, stainless ferrule, lacquered beech handle 220 mm. For edges, welds and touching up with oil- and water-based coatings. Twelve to a card.',
  ],
  [
    'Safety Goggles, Clear, EN 166',
    'GOG-CL',
    'Safety',
    540,
    6400,
    40,
    'goggles',
    'Polycarbonate lens, optical class 1, indirect vents, fits over glasses. Scratch- and mist-proof inside. Elastic band 20 mm.',
  ],
  [
    'Knitted Work Gloves Size 10',
    'GLO-KN-10',
    'Safety',
    260,
    9900,
    60,
    'gloves',
    'Seamless polyester and cotton, 10 gauge, with a long elastic cuff. EN ISO 21420, EN 388 2-1-3-1-X. Warm in an unheated store, thin enough to sort screws. Pairs, twelve to a bundle.',
  ],
  [
    'Safety Vest, Orange, Size L',
    'VES-OR-L',
    'Safety',
    480,
    5400,
    50,
    'vest',
    'EN ISO 20471 class 2, with 50 mm reflective tape that survives 25 washes at 60 °C. Touch-close front, two pockets. Printed with your name from 200 pieces.',
  ],
  [
    'Builder’s Bucket 14 L',
    'BUC-14',
    'Site',
    390,
    3600,
    24,
    'bucket',
    'High-density polyethylene, 1.6 mm wall, with a pouring lip and litre marks inside. Galvanised bail with a plastic roller. Stacks clean: 24 to a nest.',
  ],
  [
    'Workshop Broom 280 mm',
    'BRO-280',
    'Site',
    640,
    2800,
    12,
    'broom',
    'Bound sorghum on a turned hardwood handle of 1,200 mm, stitched twice. Takes chips and swarf without dragging them. Handle and head are also sold apart.',
  ],
  [
    'Padlock 50 mm, Solid Brass',
    'PAD-50',
    'Storage',
    1120,
    4100,
    20,
    'padlock',
    'Drilled from bar, five pins, hardened shackle 8 mm with double ball locking. EN 12320 grade 3. Keyed alike by the carton on request. Two keys each.',
  ],
  [
    'Adjustable Spanner 250 mm (10 in)',
    'SPA-AD-250',
    'Spanners',
    1180,
    3100,
    20,
    'wrench',
    'Opens to 30 mm, with a laser-etched scale in millimetres and inches. Jaw ground parallel to 0.2 mm, knurl that turns with a gloved thumb. Phosphate finish.',
  ],
  [
    'Phillips Screwdriver PH2 × 100 mm',
    'SCR-PH-2',
    'Screwdrivers',
    310,
    14800,
    60,
    'screwdriver',
    'Machined PH2 tip that holds to ISO 8764 and resists cam-out. S2 steel throughout, 58–60 HRC. Hanging hole takes a 6 mm tether.',
  ],
  [
    'Pruning Saw 300 mm, Curved',
    'SAW-PR-300',
    'Saws',
    1360,
    1800,
    12,
    'saw',
    'Three-edged teeth that cut on the pull, chrome-plated against sap. Beech handle with a hook. For green wood to 120 mm.',
  ],
  [
    'G-Clamp 75 mm, Forged Steel',
    'CLA-G-075',
    'Clamps',
    980,
    3400,
    20,
    'clamp',
    'The small clamp that stays on the bench: forged frame, black oxide, screw rolled and not cut. Throat 45 mm, 6 kN. Pads that turn with the work and do not mark it. DIN 5058.',
  ],
];

const byThePiece: CatalogueTool[] = LINES.map(
  ([name, sku, category, priceCents, availableQuantity, minOrderQuantity, pictured, description]) => {
    const [family, weightGrams] = familyOfSku[sku] ?? [];
    return {
      name,
      description,
      sku,
      category,
      priceCents,
      availableQuantity,
      minOrderQuantity,
      image: picturePath(pictureFor(sku, pictured)),
      ...(family === undefined ? {} : { family, weightGrams }),
    };
  },
);

const byTheCarton: CatalogueTool[] = sizeFamilies.flatMap(
  ({ family, category, picture, carton, minimum, breaks, description, sizes }) =>
    sizes.map(([name, sku, size, priceCents, availableQuantity, weightGrams]) => ({
      name,
      description: description(size),
      sku,
      category,
      priceCents,
      availableQuantity,
      minOrderQuantity: minimum,
      image: picturePath(pictureFor(sku, picture)),
      quantityStep: carton,
      priceBreaks: breaks.map(([from, percent]) => ({ from, cents: Math.floor((priceCents * percent) / 100) })),
      weightGrams,
      family,
    })),
);

const inGerman: Readonly<Record<string, { name: string; description: string }>> = german.tools;

export const catalogue: CatalogueTool[] = [...byThePiece, ...byTheCarton].map((tool) => {
  const de = inGerman[tool.sku];
  return de ? { ...tool, translations: { de } } : tool;
});

export const seedReviews: SeedReview[] = [
  {
    name: 'Marta Lindqvist, Nordfjord Bygg',
    rating: 5,
    daysAgo: 3,
    review:
      'Third pallet of claw hammers this year. Heads sit tight, handles are straight-grained, and the carton count has always been right.',
  },
  {
    name: 'Okafor & Sons Hardware',
    rating: 5,
    daysAgo: 9,
    review:
      'The minimum quantities suit a shop of our size, and stock on the page is stock in the box. That is rarer than it should be.',
  },
  {
    name: 'Jürgen Weiss, Weiss Metallbau',
    rating: 4,
    daysAgo: 16,
    review:
      'Spanners measured on our own bench: within DIN on all forty samples. One carton came with a dented corner, replaced in a week.',
  },
  {
    name: 'Priya Raman, Chola Tools Trading',
    rating: 5,
    daysAgo: 22,
    review: 'Ordered M10 bolts by the keg. The batch certificate was in the mail before the goods were on the ship.',
  },
  {
    name: 'Ateliers Dubois',
    rating: 4,
    daysAgo: 31,
    review: 'Good square, honest steel. We would like a 600 mm version, and have told them so.',
  },
  {
    name: 'Samira Haddad, Levant Build Supply',
    rating: 5,
    daysAgo: 38,
    review: 'Prices stay what they were when the order is placed. Our accountant has stopped ringing me about it.',
  },
  {
    name: 'Tom Whitaker, Peak District Trails',
    rating: 5,
    daysAgo: 47,
    review: 'Forty picks for volunteers who are not gentle. One season on, not one loose head.',
  },
  {
    name: 'Cooperativa El Yunque',
    rating: 4,
    daysAgo: 55,
    review:
      'Saws cut well and the teeth last. Packing could use less plastic; the sleeves themselves are card, which we keep.',
  },
  {
    name: 'Hana Sato, Kobe Marine Works',
    rating: 5,
    daysAgo: 63,
    review: 'Galvanised after bending, as they say. The hooks hang in salt air and show no rust at the bends.',
  },
  {
    name: 'Baltic School Workshops',
    rating: 5,
    daysAgo: 78,
    review: 'We equip twenty classrooms a year from here. Small drivers, safe handles, clear invoices.',
  },
  {
    name: 'Graham Pike, Pike Plant Hire',
    rating: 3,
    daysAgo: 90,
    review: 'Tools are fine. The torch cells in our first box were flat; they sent new ones without a word.',
  },
  {
    name: 'Lucía Ferrer, Taller Norte',
    rating: 5,
    daysAgo: 104,
    review: 'I can order at the bench from my phone, and the total is there before I commit. That is how it should be.',
  },
  {
    name: 'Anwar Traders, Chattogram',
    rating: 4,
    daysAgo: 120,
    review: 'Delivery on the day that was promised, four times running. Clamps are heavy in the good way.',
  },
  {
    name: 'Rosalind Achebe, Delta Fabrication',
    rating: 5,
    daysAgo: 141,
    review: 'Asked for our own stamp on six hundred chisels, had samples within ten days. Will order again.',
  },
];

const FAMILIES: [name: string, category: string, picture: PictureFamily, cents: number][] = [
  ['Claw Hammer', 'Hammers', 'hammer', 1200],
  ['Ball-Pein Hammer', 'Hammers', 'hammer', 1400],
  ['Combination Spanner', 'Spanners', 'wrench', 400],
  ['Ring Spanner', 'Spanners', 'wrench', 450],
  ['Adjustable Wrench', 'Spanners', 'wrench', 1100],
  ['Slotted Screwdriver', 'Screwdrivers', 'screwdriver', 280],
  ['Phillips Screwdriver', 'Screwdrivers', 'screwdriver', 300],
  ['Hex Bolt', 'Fasteners', 'nut-and-bolt', 30],
  ['Felling Axe', 'Axes', 'axe', 3600],
  ['Hand Saw', 'Saws', 'saw', 1600],
  ['G-Clamp', 'Clamps', 'clamp', 1300],
  ['Bar Clamp', 'Clamps', 'clamp', 1500],
  ['Toolbox', 'Storage', 'toolbox', 4200],
  ['Square', 'Measuring', 'square', 900],
  ['Steel Rule', 'Measuring', 'ruler', 220],
  ['Shears', 'Cutting', 'shears', 1500],
  ['Lifting Magnet', 'Lifting', 'magnet', 1200],
  ['Chain', 'Lifting', 'chain', 420],
];
const SIZES = [
  '4 mm',
  '6 mm',
  '8 mm',
  '10 mm',
  '13 mm',
  '16 mm',
  '19 mm',
  '24 mm',
  '32 mm',
  '50 mm',
  '1/4 in',
  '5/16 in',
  '3/8 in',
  '1/2 in',
  '5/8 in',
  '3/4 in',
  '1 in',
  '1 1/2 in',
  '2 in',
  '3 in',
];
const MATERIALS = [
  'Carbon Steel',
  'Chrome Vanadium',
  'Stainless Steel',
  'S2 Steel',
  'Forged Iron',
  'Bronze',
  'Titanium',
];
const FINISHES = ['Bright', 'Black Oxide', 'Satin Chrome', 'Zinc Plated', 'Powder Coated'];

/**
 * The tool number `index` of a large made-up catalogue: the same for the same number, no name and no SKU twice.
 * Family, size, material and finish follow the number's digits in mixed bases; the series goes up when they are used up.
 */
export function generatedTool(index: number): CatalogueTool {
  let rest = index;
  const pick = <T>(list: readonly T[]): T => {
    const item = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    if (item === undefined) throw new Error('an empty list has nothing to pick from');
    return item;
  };
  const [family, category, picture, cents] = pick(FAMILIES);
  const size = pick(SIZES);
  const material = pick(MATERIALS);
  const finish = pick(FINISHES);
  const series = `Series ${rest + 1}`;
  return {
    name: `${family} ${size}, ${material}, ${finish}, ${series}`,
    description: `${family} in ${material.toLowerCase()}, ${finish.toLowerCase()}, size ${size}. ${series} of our works catalogue, checked piece by piece and packed for export.`,
    sku: `GEN-${String(index).padStart(7, '0')}`,
    category,
    priceCents: cents + ((index * 7919) % 997),
    availableQuantity: 100 + ((index * 104729) % 9900),
    minOrderQuantity: 1 + ((index * 31) % 50),
    image: picturePath(familyPictures[picture]),
  };
}
