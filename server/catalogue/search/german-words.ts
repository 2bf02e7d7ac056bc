/**
 * What German buyers call tools, beside the English name that the trade has for each; the names by which lists and searches know it.
 * Nouns stand in the singular, their other forms are made here. Umlauts as they are written: ä is found as a and as ae.
 */
const GERMAN: readonly (readonly [english: string, german: string])[] = [
  ['hammer', 'hammer'],
  ['claw hammer', 'klauenhammer, zimmermannshammer, zimmerhammer, nagelhammer, splitthammer'],
  ['ball pein hammer', 'kugelhammer, ingenieurhammer'],
  ['cross pein hammer', 'schlosserhammer'],
  ['club hammer', 'fäustel'],
  ['sledgehammer', 'vorschlaghammer'],
  ['mallet', 'holzhammer, schonhammer'],
  ['rubber mallet', 'gummihammer'],
  ['spanner', 'schraubenschlüssel, schlüssel'],
  [
    'combination spanner',
    'ringmaulschlüssel, ring maulschlüssel, gabelringschlüssel, gabel ringschlüssel, maulringschlüssel',
  ],
  ['ring spanner', 'ringschlüssel'],
  ['open end spanner', 'maulschlüssel, gabelschlüssel'],
  [
    'adjustable spanner',
    'rollgabelschlüssel, engländer, franzose, verstellbarer schraubenschlüssel, verstellbare schraubenschlüssel, verstellschlüssel',
  ],
  ['torque wrench', 'drehmomentschlüssel'],
  ['pipe wrench', 'rohrzange'],
  ['hex key', 'inbusschlüssel, inbus, innensechskantschlüssel, sechskantstiftschlüssel, winkelschlüssel'],
  ['socket', 'stecknuss, nuss'],
  ['ratchet', 'ratsche, knarre'],
  ['screwdriver', 'schraubendreher, schraubenzieher, schraubendr'],
  [
    'slotted screwdriver',
    'schlitzschraubendreher, schlitzschraubenzieher, schlitz schraubendreher, schraubendreher schlitz',
  ],
  [
    'phillips screwdriver',
    'kreuzschlitzschraubendreher, kreuzschlitzschraubenzieher, kreuzschraubendreher, kreuzschlitz schraubendreher, schraubendreher kreuzschlitz, phillips schraubendreher, schraubendreher phillips',
  ],
  ['pozidriv', 'pozidrive'],
  ['hex bolt', 'sechskantschraube, maschinenschraube, 6kt schraube, 6 kant schraube, 6kantschraube, skt schraube'],
  ['allen bolt', 'zylinderschraube, inbusschraube'],
  ['felling axe', 'fällaxt, forstaxt'],
  ['axe', 'axt'],
  ['hatchet', 'beil'],
  ['splitting hatchet', 'spaltbeil, handbeil'],
  ['saw', 'säge'],
  ['hand saw', 'handsäge, fuchsschwanz'],
  ['hacksaw', 'metallsäge, bügelsäge, eisensäge'],
  ['pruning saw', 'astsäge, baumsäge, gartensäge'],
  ['g clamp', 'g zwinge, c zwinge, bügelzwinge'],
  ['clamp', 'schraubzwinge, zwinge'],
  ['bar clamp', 'leimzwinge, tischlerzwinge'],
  ['vice', 'schraubstock'],
  ['ladder', 'leiter'],
  ['timber ladder', 'holzleiter, holzanlegeleiter'],
  ['stepladder', 'stehleiter, trittleiter'],
  ['pickaxe', 'spitzhacke, kreuzhacke, pickel'],
  ['spade', 'spaten, schaufel'],
  ['steel rule', 'stahllineal, stahlmaßstab, stahlmaß'],
  ['ruler', 'lineal, maßstab'],
  ['tape measure', 'maßband, bandmaß, rollmaßband, rollbandmaß'],
  ['carpenters square', 'zimmermannswinkel, schreinerwinkel, tischlerwinkel, anschlagwinkel, flachwinkel'],
  ['square', 'winkel'],
  ['spirit level', 'wasserwaage'],
  ['caliper', 'messschieber, schieblehre'],
  ['shears', 'schere'],
  ['workshop shears', 'werkstattschere'],
  ['insulation knife', 'dämmstoffmesser, isoliermesser, dämmmesser, dämmstoffschneider, isolierungsmesser'],
  ['knife', 'messer'],
  ['utility knife', 'cuttermesser, teppichmesser, cutter'],
  ['torch', 'taschenlampe, lampe, leuchte'],
  ['inspection torch', 'inspektionslampe, inspektionsleuchte, handlampe'],
  ['magnet', 'magnet'],
  ['lifting magnet', 'hebemagnet, lasthebemagnet, hubmagnet'],
  ['chain', 'kette, rundstahlkette'],
  ['hook', 'haken'],
  ['brass hook', 'messinghaken'],
  ['brush', 'pinsel'],
  ['round brush', 'rundpinsel, ringpinsel'],
  ['safety goggles', 'schutzbrille, vollsichtbrille, arbeitsschutzbrille'],
  ['goggles', 'brille'],
  ['gloves', 'handschuh'],
  ['work gloves', 'arbeitshandschuh, montagehandschuh'],
  ['knitted gloves', 'strickhandschuh'],
  ['safety vest', 'warnweste, sicherheitsweste'],
  ['vest', 'weste'],
  ['bucket', 'eimer, baueimer'],
  ['broom', 'besen'],
  ['workshop broom', 'werkstattbesen, stallbesen'],
  ['padlock', 'vorhängeschloss, vorhängeschloß, hangschloss, hängeschloss'],
  ['toolbox', 'werkzeugkasten, werkzeugkiste, werkzeugkoffer, werkzeugbox'],
  ['pliers', 'zange'],
  ['slip joint pliers', 'wasserpumpenzange'],
  ['combination pliers', 'kombizange'],
  ['diagonal cutters', 'seitenschneider'],
  ['pincers', 'kneifzange, beißzange'],
  ['chisel', 'meißel, stechbeitel, stemmeisen'],
  ['punch', 'körner, durchschlag'],
  ['wrecking bar', 'brecheisen, kuhfuß, brechstange'],
  ['set', 'satz'],
  // What tools are made of, and how.
  ['brass', 'messing'],
  ['steel', 'stahl'],
  ['stainless', 'edelstahl, rostfrei, va'],
  ['zinc', 'verzinkt, galvanisch'],
  ['ash', 'esche, eschenstiel'],
  ['hickory', 'hickorystiel, hickoryholz'],
  ['fibreglass', 'fiberglas, glasfaser, fiberglasstiel, glasfaserstiel'],
  ['timber', 'holz'],
  ['handle', 'stiel, griff'],
  ['forged', 'geschmiedet, geschmiedete'],
  ['curved', 'gebogen, gebogene, gekrümmt'],
  ['malleable', 'temperguss'],
  ['chrome', 'chrom'],
  ['vanadium', 'cv'],
  ['rungs', 'sprosse'],
  ['trays', 'fächer'],
  ['clear', 'klar, klare'],
  ['size', 'größe, gr'],
  ['no', 'nr, nummer'],
];

const ENDINGS = ['', 'n', 'en', 'e', 'er', 's'];

/** The words with each spelling that a search has of them, which knows no umlauts: a and ae for ä. */
function spelled(name: string): string[] {
  const folded = name.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u');
  const parted = name.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return [...new Set([folded, parted].flatMap((each) => [each, each.replaceAll('ß', 'ss')]))];
}

/** Each German name in all of its forms, with the English one. */
export const GERMAN_NAMES: readonly (readonly [german: string, english: string])[] = GERMAN.flatMap(
  ([english, german]) =>
    german
      .split(', ')
      .flatMap((name) => spelled(name).flatMap((each) => ENDINGS.map((ending) => [each + ending, english] as const))),
);

/** The forms in which tools are named so in German. */
const OF_NAMES = ['', 'n', 'e', 'en'];
const named = new Map(
  GERMAN.map(([english, german]) => [
    english,
    german
      .split(', ')
      .flatMap((name) =>
        OF_NAMES.map((ending) => ((spelled(name)[0] ?? name).replaceAll('ß', 'ss') + ending).split(' ')),
      ),
  ]),
);

/** What else German tools of an English name are called, as search reads names: umlauts folded, ß as ss. */
export function germanNamesOf(english: string): readonly (readonly string[])[] {
  return named.get(english) ?? [];
}
