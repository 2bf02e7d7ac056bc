import { PACK_WORDS, plainWord } from './written-packs.ts';

/** What a word beside a number makes of it: so many pieces each, or a unit of which nobody here knows how many pieces it holds. */
/** `isSize`: the number is how many pieces such a unit holds. */
export type CountUnit = { pieces: number } | { unknown: string; isSize?: true };

const NO_WORDS: ReadonlySet<string> = new Set();

/** Words of pieces, of English, German, Nordic, French, Spanish and some other lists, and the codes of UN/ECE for them. */
const PIECES = wordsOf(
  `piece pieces pc pcs pce pces ea each unit units nos qty h87 c62 nar
   stk stück stücke stueck stueckzahl stückzahl stck st styck stycken kpl kappale kappaletta
   pièce pièces unité unités pieza piezas pz pzs pza pzas pzi unidad unidades ud uds und unid pezzo pezzi szt ks db adet
   шт टुकड़े টি পিস 个 件 قطعة`,
);
const DOZENS = wordsOf(
  `dozen dozens doz dzn dz dtz dtzd dutzend dusin dussin tylft tusinaa docena docenas douzaine douzaines dozzina dozzine`,
);
const GROSS = wordsOf('gross gro grs gros grosse grossen groß gruesa gruesas grosa krosi');

/** Words of units that hold who knows how many pieces, and of large numbers: whether pieces or packs are meant is asked. */
const PACKS = wordsOf(
  `box boxes bx bxs pack packs pk pks pkt pkts packet packets package packages pkg pkgs pckg carton cartons ctn ctns case cases
   set sets kit kits kt pair pairs pr prs pallet pallets plt bag bags bg bundle bundles bdl roll rolls reel reels
   tin tins cans bottle bottles tube tubes tray trays drum drums blister blisters display displays bucket buckets crate crates sleeve
   sleeves sheet sheets lot lots strip strips card cards
   ve vpe verpackungseinheit verpackungseinheiten verpackung verpackungen karton kartons kart krt schachtel schachteln pck päckchen
   packung packungen paket pakete gebinde bund bunde beutel sack säcke satz sätze paar palette paletten rolle rollen dose dosen kiste
   kisten stange stangen eimer garnitur kasten kästen tüte tüten kanister
   eske esker æske æsker kasse kasser pakke pakker pakk pakning förpackning förpackningar förp frp kartong kartonger pakkaus pakkaukset
   paketti paketit laatikko laatikot pari paria sarja sett sats satser par rulle ruller låda lådor ask askar påse påsar pose poser
   boîte boîtes boite boites bte btes paquet paquets pqt lots caisse caisses sachet sachets jeu jeux paire paires palettes rouleau
   rouleaux conditionnement conditionnements cond barquette
   hundred hundreds hundert hunderter thousand thousands tausend tausender tsd hundra hundre tusen
   caja cajas cj cjs paquete paquetes paq paqs bolsa bolsas cartón cartones juego juegos pares palé palés palet palets rollo rollos
   estuche estuches envase envases blísteres
   scatola scatole confezione confezioni doos doosje doosjes verpakking opakowanie opak bal balení`,
);
/** Measures and codes of UN/ECE, which are units only in a cell of their own: in a sentence they are words. */
const OTHERS = wordsOf(
  `mm cm dm m mtr mtrs meter metre meters metres km in inch inches ft foot feet yd yard yards zoll tum tommer µm
   kg kgm kgs g gr grm gram grams lb lbs oz t to l ltr litre liter litres liters ml cl m2 m3 qm sqm cien cent
   cen mil mille mp hr hrs h hour hours
   ct cs be ro pa pf pl pal bt kar c`,
);

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).map((word) => word.replace(/\.$/, '')));
}

/** A number of them to the unit, as in "100er Pack" and "10-pack": what is called so holds pieces of its own. */
const PACK_OF_SOME = /^\d{1,6}(?:er|-?packs?|pk|'s)$/u;

/**
 * What a word says of the number that it stands beside in free text.
 * @param written the word, whatever its case, without or with a full stop
 * @param own words of packs that the tools that are wanted have
 * @returns null where it is no word of a unit
 */
export function unitOf(written: string, own: ReadonlySet<string> = NO_WORDS): CountUnit | null {
  const word = plainWord(written);
  if (own.has(word)) return { unknown: written };
  if (PIECES.has(word)) return { pieces: 1 };
  if (DOZENS.has(word)) return { pieces: 12 };
  if (GROSS.has(word)) return { pieces: 144 };
  return PACKS.has(word) || PACK_WORDS.has(word) || PACK_OF_SOME.test(word) ? { unknown: written } : null;
}

/**
 * The same of a word that stands where a unit belongs, behind the number of an amount's cell or in a column of units: whatever is
 * no word of pieces there is a unit that nobody here knows.
 */
export function unitInItsPlace(written: string, own?: ReadonlySet<string>): CountUnit {
  return unitOf(written, own) ?? { unknown: written };
}

/** Whether a whole cell is a unit, and nothing else. */
export function isUnitCell(cell: string, own?: ReadonlySet<string>): boolean {
  return unitOf(cell, own) !== null || OTHERS.has(plainWord(cell));
}
