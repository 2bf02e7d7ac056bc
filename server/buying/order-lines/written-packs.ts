import type { Pack } from '#contract/catalogue/packs.ts';

/* Which pack of a tool a written word means: its code, its name, or what buyers call such a pack. */

/** A pack by its number under the bar code is said as its code; others are looked for by these. */
type Kind = readonly [codes: string, words: string];

/** What packs of a code are called in English, German, Nordic, French, Spanish and Italian lists. */
const KINDS: readonly Kind[] = [
  [
    'BX',
    `box boxes bx bxs schachtel schachteln kasten kästen eske esker æske æsker ask askar boîte boîtes boite boites bte btes caja cajas
     cj cjs scatola scatole doos doosje doosjes rasia rasiaa estuche estuches laatikko laatikot laatikkoa`,
  ],
  [
    'CT',
    `carton cartons ctn ctns ct ktn karton kartons kart krt kartong kartonger cartón cartones cartone cartoni pahvilaatikko`,
  ],
  [
    'CS CR',
    `case cases cs crate crates kiste kisten kasse kasser caisse caisses låda lådor cassa casse krat kratten kist`,
  ],
  ['PA PK', `packet packets pkt pkts paket pakete paketti paketit päckchen pck sachet sachets paquet paquets pqt pqts`],
  ['SET KT', `set sets satz sätze sats satser sett jeu jeux juego juegos kit kits kt garnitur garnituren sarja sæt`],
  ['PR', `pair pairs pr prs paar paare par pares paire paires pari paria paio paia`],
  [
    'BG',
    `bag bags bg beutel tüte tüten påse påsar pose poser pussi pussia bolsa bolsas sac sacs sacchetto zak zakken btl btls pse`,
  ],
  ['SA', `sack sacks sa sack säcke sekk sekker säck säckar saco sacos`],
  [
    'RO',
    `roll rolls ro reel reels rolle rollen ruller rulle rulla rullaa rouleau rouleaux rollo rollos rotolo rotoli rl`,
  ],
  ['BE BH', `bundle bundles bdl be bund bunde bundt buntar bunt nippu fagot botte bottes haz haces fascio`],
  [
    'BO',
    `bottle bottles bo flasche flaschen flaske flasker flaska flaskor bouteille bouteilles botella botellas btl btls fl`,
  ],
  ['CA TN', `can cans tin tins dose dosen burk burkar dåse dåser boks bokser lata latas`],
  ['TU', `tube tubes tu tuben tub tubo tubos`],
  ['BJ', `bucket buckets bj eimer hink hinkar spand bøtte bøtter seau seaux cubo cubos`],
  ['PX PF', `pallet pallets pf px plt palette paletten palettes pall pallar pall palé palés palet palets lava`],
  ['DPC DS', `display displays`],
  ['TB', `tray trays`],
  ['LH ST', `sheet sheets bogen`],
];

/** Words that say no more than that it is packed. */
const PACKED = wordsOf(
  `ve vpe verpackungseinheit verpackungseinheiten verpackung verpackungen gebinde packung packungen pack packs pk pks package packages
   pkg pkgs pckg pakke pakker pakk pakning pakninger förpackning förpackningar förp frp fp pakkaus pakkaukset pakkausta pkt conditionnement
   conditionnements cond paquete paquetes paq paqs envase envases confezione confezioni verpakking opakowanie opak bal balení pcb`,
);

const CODES_OF = new Map<string, string[]>();
for (const [codes, words] of KINDS)
  for (const word of wordsOf(words)) CODES_OF.set(word, [...(CODES_OF.get(word) ?? []), ...codes.split(' ')]);
/** A word of one kind is said of another where a tool has none of its own. */
const ALSO: Readonly<Record<string, string>> = {
  karton: 'BX',
  kartons: 'BX',
  kart: 'BX',
  krt: 'BX',
  ktn: 'BX',
  kartong: 'BX',
  kartonger: 'BX',
  carton: 'BX',
  cartons: 'BX',
  cartón: 'BX',
  cartones: 'BX',
};

/** Those that are a unit beside a number wherever they stand: shorter ones, and these, are words of sentences too. */
export const PACK_WORDS: ReadonlySet<string> = new Set(
  [...CODES_OF.keys(), ...PACKED].filter((word) => word.length > 2 && word !== 'can'),
);

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/**
 * The pack that a word means; undefined where the tool has none such, or several.
 * @param written as it stands in the list: "VE", "boxes", "Karton.", "100er"
 */
export function packWritten(written: string, packs: readonly Pack[]): Pack | undefined {
  const word = plainWord(written);
  const exact = packs.filter(({ code, name }) => plainWord(code) === word || plainWord(name) === word);
  if (exact.length > 0) return only(exact);
  const [, some] = /^(\d{1,6})\s?(?:er|-?packs?|pk|'s)$/u.exec(word) ?? [];
  if (some !== undefined) return only(packs.filter(({ pieces }) => pieces === Number(some)));
  const codes = CODES_OF.get(word) ?? [];
  const ofKind = packs.filter(({ code }) => codes.includes(code));
  if (ofKind.length > 0) return only(ofKind);
  const also = packs.filter(({ code }) => code === ALSO[word]);
  if (also.length > 0) return only(also);
  if (!PACKED.has(word)) return undefined;
  return only(packs.filter(({ code }) => code === 'PK' || code === 'PA')) ?? only(packs);
}

function only(packs: readonly Pack[]): Pack | undefined {
  return packs.length === 1 ? packs[0] : undefined;
}

/** A word without case, blanks around it and the stop behind it. */
export function plainWord(written: string): string {
  return written.normalize('NFC').trim().toLowerCase().replace(/\.$/, '');
}

/** The words of packs that lists of these tools may have beside those that all know, as plainWord makes them. */
export function ownWords(tools: readonly { packs: readonly Pack[] }[]): ReadonlySet<string> {
  return new Set(tools.flatMap(({ packs }) => packs.flatMap(({ code, name }) => [plainWord(code), plainWord(name)])));
}
