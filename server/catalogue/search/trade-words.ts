import { GERMAN_NAMES, germanNamesOf } from './german-words.ts';
import { plural, singulars } from './letters.ts';

/**
 * Names of the trade, British and American, that mean one thing. A name of several words is that of what has all of them.
 * "wrench" and "spanner" mean the same, so "ring wrench" needs no row; "crescent wrench" does.
 */
const SAME: readonly string[] = [
  'spanner, wrench',
  'adjustable spanner, adjustable wrench, crescent wrench, crescent spanner, shifting spanner, shifter, monkey wrench',
  'combination spanner, combination wrench, combi spanner, combi wrench, ring open spanner',
  'ring spanner, box end wrench, box wrench, ring wrench',
  'open end spanner, open ended spanner, open end wrench, open ended wrench',
  'pipe wrench, stillson, stillson wrench, stilson',
  'torque wrench, torque spanner',
  'lug wrench, wheel brace, wheel wrench',
  'hex key, hexagon key, allen key, allen wrench, hex wrench, allen, unbrako',
  'allen bit, hex bit',
  'allen screw, allen bolt, socket head screw, socket cap screw, cap screw',
  'torx, star bit, star drive, six lobe',
  'ratchet, ratchet handle, ratchet wrench, ratchet spanner',
  'screwdriver, turnscrew',
  'slotted screwdriver, flathead screwdriver, flat head screwdriver, flat blade screwdriver, flat screwdriver, straight screwdriver',
  'phillips screwdriver, cross head screwdriver, crosshead screwdriver, cross point screwdriver, plus screwdriver',
  'pozidriv, pozidrive, pozi',
  'nut driver, nutdriver, nut spinner',
  'slip joint pliers, water pump pliers, channel locks, channellocks, channel lock, channellock, tongue groove pliers, groove pliers',
  'locking pliers, vise grips, vise grip, mole grips, mole grip, grip pliers',
  'needle nose pliers, long nose pliers, snipe nose pliers, needlenose pliers',
  'combination pliers, linesman pliers, linemans pliers, lineman pliers',
  'diagonal cutters, side cutters, diagonal pliers, wire cutters, dikes, side cutting pliers',
  'circlip pliers, snap ring pliers',
  'pincers, nippers, end cutters, end nippers',
  'tape measure, measuring tape, tape rule, measure tape',
  'spirit level, bubble level, carpenters level',
  'try square, carpenters square',
  'ruler, rule',
  'gauge, gage',
  'caliper, calliper, vernier',
  'utility knife, box cutter, box knife, stanley knife, trimming knife, snap off knife, boxcutter',
  'vice, vise',
  'bench vice, bench vise, workbench vise, workbench vice',
  'clamp, cramp',
  'g clamp, c clamp, g cramp',
  'bar clamp, sash clamp, sash cramp, f clamp',
  'sledgehammer, sledge hammer, sledge',
  'club hammer, lump hammer, drilling hammer',
  'ball pein hammer, ball peen hammer',
  'cross pein hammer, cross peen hammer',
  'rubber mallet, rubber hammer',
  'hacksaw, hack saw',
  'hand saw, handsaw, panel saw',
  'tenon saw, back saw, backsaw',
  'pad saw, keyhole saw, jab saw, drywall saw',
  'punch, drift',
  'centre punch, center punch',
  'cold chisel, bolster chisel',
  'wrecking bar, crowbar, prybar, pry bar, crow bar, jemmy, jimmy bar, pinch bar',
  'axe, ax, hatchet',
  'pickaxe, pick, mattock, pick axe',
  'spade, shovel',
  'wheelbarrow, barrow',
  'torch, flashlight',
  'toolbox, toolchest, tool box, tool chest',
  'shears, snips',
  'tin snips, aviation snips, metal shears',
  'bolt cutter, bolt cropper',
  'scraper, putty knife, filling knife, spackling knife, stripping knife',
  'caulking gun, caulk gun, sealant gun, cartridge gun, mastic gun, skeleton gun',
  'staple gun, stapler, tacker',
  'safety glasses, safety goggles, safety spectacles, eye protection',
  'work gloves, rigger gloves',
  'hi vis vest, safety vest, hi viz vest, high visibility vest',
  'sawhorse, saw horse, trestle',
  'aluminium, aluminum',
  'metre, meter',
  'grey, gray',
  'mould, mold',
  'zinc, galvanized, galvanised',
  'inox, stainless',
];

/**
 * What comes nearest to a tool that a shop has not: shown with the words that say so (docs/decisions/021-search.md), the first of
 * these kinds that the shop has.
 */
const NEAREST_KINDS: readonly [names: string, ...kinds: [shown: string, name: string][]][] = [
  ['mallet, rubber mallet, sledgehammer, club hammer, maul, gavel, beetle', ['hammers', 'hammer']],
  ['adjustable spanner, pipe wrench, torque wrench, ring spanner, lug wrench', ['spanners', 'spanner']],
  ['torx, pozidriv', ['screwdriver bits', 'screwdriver bit'], ['screwdrivers', 'screwdriver'], ['hex keys', 'hex key']],
  ['nut driver', ['screwdrivers', 'screwdriver'], ['spanners', 'spanner']],
  ['slotted screwdriver, phillips screwdriver', ['screwdrivers', 'screwdriver']],
  ['hex key', ['hex keys', 'hex key'], ['screwdrivers', 'screwdriver'], ['spanners', 'spanner']],
  ['ratchet', ['sockets', 'socket'], ['spanners', 'spanner']],
  ['socket', ['ratchets', 'ratchet'], ['spanners', 'spanner']],
  [
    'slip joint pliers, locking pliers, needle nose pliers, combination pliers, diagonal cutters, circlip pliers, pincers',
    ['pliers', 'pliers'],
  ],
  ['pliers', ['pincers', 'pincers'], ['spanners', 'spanner']],
  ['tape measure', ['tapes', 'tape'], ['rules', 'rule']],
  ['caliper, try square', ['squares', 'square'], ['rules', 'rule']],
  ['spirit level, level', ['levels', 'level'], ['squares', 'square'], ['rules', 'rule']],
  ['utility knife', ['knives', 'knife']],
  ['bench vice, vice, g clamp, bar clamp', ['clamps', 'clamp']],
  ['clamp', ['vices', 'vice']],
  ['hacksaw, hand saw, tenon saw, pad saw, coping saw, bow saw', ['saws', 'saw']],
  ['cold chisel, wood chisel, mortise chisel', ['chisels', 'chisel'], ['punches', 'punch']],
  ['chisel', ['punches', 'punch']],
  ['centre punch, nail punch, nail set, pin punch, punch', ['punches', 'punch'], ['chisels', 'chisel']],
  ['wrecking bar, nail puller', ['bars', 'bar']],
  ['bolt cutter, tin snips, scissors', ['shears', 'shears'], ['cutters', 'cutter']],
  ['safety glasses', ['goggles', 'goggles']],
  ['headlamp, work light, lantern, lamp', ['torches', 'torch']],
  ['stepladder, step ladder, steps', ['ladders', 'ladder']],
];

/** Names that lists find by others of their row though they are not quite the same: shown, and never taken for them. */
const AKIN = new Set([
  'try square',
  'safety glasses',
  'safety spectacles',
  'eye protection',
  'axe',
  'ax',
  'mattock',
  'shovel',
  'drift',
]);

/** Of a shorter one it is not known yet which name is typed. */
const SHORTEST_BEGINNING = 4;

/** Names of several words, and for each word of a name its plural too. */
export type Name = readonly string[];

/** What the words of a search name in the trade. */
export interface TradeName {
  /** How many words of the search name it. */
  length: number;
  /** All its names, that one included. */
  names: readonly Name[];
  /** What comes nearest where a shop has none, the nearest first. */
  kinds: readonly { shown: string; names: readonly Name[] }[];
  /** Whether its other names are no more than akin to it. */
  isAkin: boolean;
}

const namesOf = (row: string): Name[] => row.split(', ').map((name) => name.split(' '));
const groups = SAME.map(namesOf);
const groupOf = new Map(groups.flatMap((group) => group.map((name): [string, Name[]] => [name.join(' '), group])));
const sameAs = (name: string): readonly Name[] => groupOf.get(name) ?? [name.split(' ')];

/** By each of the names that has a row or a kind beside it. */
const byName = new Map<string, TradeName>(
  [...groupOf].map(([name, names]) => [
    name,
    { length: name.split(' ').length, names, kinds: [], isAkin: AKIN.has(name) },
  ]),
);
for (const [row, ...kinds] of NEAREST_KINDS)
  for (const name of row.split(', ').flatMap((each) => sameAs(each).map((other) => other.join(' '))))
    byName.set(name, {
      length: name.split(' ').length,
      names: sameAs(name),
      kinds: kinds.map(([shown, kind]) => ({ shown, names: sameAs(kind) })),
      isAkin: AKIN.has(name),
    });
// What a German name means is what its English one does, and others in German; no tool is looked for by it that a search did not name so.
for (const [german, english] of GERMAN_NAMES) {
  const { kinds = [] } = byName.get(english) ?? {};
  if (!byName.has(german))
    byName.set(german, {
      length: german.split(' ').length,
      names: [...sameAs(english), ...germanNamesOf(english)],
      kinds,
      isAkin: false,
    });
}
const LONGEST = Math.max(...[...byName.values()].map(({ length }) => length));

/** All words that are in a name of the trade: none of them is a slip. */
export const TRADE_WORDS: readonly string[] = [...new Set([...byName.keys()].flatMap((name) => name.split(' ')))];

/** Whether it is a word that is in a name of the trade. */
export function isTradeWord(word: string): boolean {
  return singulars(word).some((form) => TRADE_WORDS.includes(form));
}

/** Whether it is, or begins, a word that is in a name of the trade. */
export function isOfTrade(word: string): boolean {
  if (isTradeWord(word)) return true;
  return word.length >= SHORTEST_BEGINNING && TRADE_WORDS.some((each) => each.startsWith(word));
}

/** The longest name of the trade that begins at a place of a search; plurals are those of their singular. */
export function tradeNameAt(words: readonly string[], at: number): TradeName | null {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const found = spellings(words.slice(at, at + length)).find((name) => byName.has(name));
    if (found !== undefined) return byName.get(found)!;
  }
  return null;
}

/** Other names of tools whose name, of one word, begins so. */
export function tradeNamesBegun(beginning: string): readonly Name[] {
  if (beginning.length < SHORTEST_BEGINNING) return [];
  return [...byName].flatMap(([name, { names }]) => (name.startsWith(beginning) && !name.includes(' ') ? names : []));
}

/** As tools may be named: the last word also as its plural. */
export function asNamed(name: Name): Name[] {
  const last = name.at(-1);
  return last === undefined ? [] : [name, [...name.slice(0, -1), plural(last)]];
}

/** The words with each as its singular or not, as names of the trade are spelled. */
function spellings([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [];
  const forms = singulars(first);
  if (rest.length === 0) return forms;
  const others = spellings(rest);
  return forms.flatMap((form) => others.map((other) => `${form} ${other}`));
}
