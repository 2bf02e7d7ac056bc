import type { Attribute } from '#contract/catalogue/attributes.ts';
import { DOCUMENT_KINDS } from '#contract/catalogue/documents.ts';
import { IMPORTED, KEPT, SHEET_COLUMNS } from '#contract/catalogue/imports.ts';

/** What a column says: what a heading can be taken for, as the contract lists it. */
export type SheetColumn = (typeof SHEET_COLUMNS)[number] | AttributeColumn | PriceFromColumn;

/** The prices from so many pieces on, which the heading says: Preis ab 100. */
export type PriceFromColumn = `breakAt.${number}`;

/** The column of an attribute, by its key. */
export type AttributeColumn = `attr.${string}`;

/** What else a column is called, as spreadsheets of other countries name it too: headings without case, blanks and signs. */
const ALSO_CALLED: Partial<Record<SheetColumn, string>> = {
  _id: 'id toolid',
  stockChange: 'stockchange',
  stockThen: 'stockthen',
  sku: `stocknumber artikelnummer artikelnr artnr référence reference codearticle artikelnummern materialnummer
    bestellnummer bestellnr codice código artikelcode`,
  name: `tool bezeichnung bezeichnung1 artikelbezeichnung artikelbezeichnung1 artikelname produkt artikel désignation nom
    nombre nome naam product productname`,
  category: 'kategorie warengruppe produktgruppe catégorie categoría categoria categorie',
  price: `preis stückpreis einzelpreis nettopreis preisnetto listenpreis verkaufspreis verkaufspreisnetto vk vknetto
    vkpreis vkpreisnetto vkpreis1 vk1 unitprice prix prixunitaire precio prezzo prijs`,
  availableQuantity: `available stock bestand lagerbestand verfügbar verfügbaremenge lagermenge quantity instock
    disponible existencias giacenza voorraad`,
  minOrderQuantity: `minimumorderquantity minimumorder minimum mindestmenge mindestbestellmenge mindestabnahme
    mindestabnahmemenge moq quantitéminimale cantidadmínima minimumafname`,
  priceUnit: 'pe preiseinheit per priceper preisper preisje preispro preismenge basismenge unitofprice pricebasis',
  quantityStep: 'step losgröße carton',
  packSize: 'verpackungseinheit ve vpe packsize packungsgröße',
  packs: 'packungen gebinde verpackungen packaging packungseinheiten',
  priceBreaks: 'staffelpreise staffelpreis mengenstaffel preisstaffel staffel',
  gtin: 'ean eancode barcode',
  hsCode: 'zolltarifnummer customstariffnumber',
  origin: 'ursprungsland countryoforigin paysdorigine',
  family: 'produktfamilie familie serie',
  weight: 'weightgrams gewicht gewichtg gewichting weightg poids peso',
  weightKg: `gewichtkg gewichtinkg weightkg weightinkg kg nettogewichtkg bruttogewichtkg stückgewichtkg gewichtkgstück
    gewichtkgstk poidskg pesokg`,
  cost: 'einstandspreis einkaufspreis ek ekpreis eknetto selbstkosten herstellkosten costprice purchaseprice prixdachat',
  bin: 'lagerplatz lagerort lagerfach regal regalplatz binlocation shelf emplacement ubicación',
  imageFile: 'bilddatei bildname bilddateiname picturefile imagefilename dateiname',
  breakFrom1: `breakfrom staffelmenge staffelmenge1 staffel1menge staffelab staffelab1 staffel1ab abmenge abmenge1 mengeab mengeab1
    mengenstaffel1 breakquantity breakquantity1 breakqty1`,
  breakPrice1: 'breakprice staffelpreis1 staffel1preis preisab preisab1 staffelvk1',
  breakFrom2:
    'staffelmenge2 staffel2menge staffelab2 staffel2ab abmenge2 mengeab2 mengenstaffel2 breakquantity2 breakqty2',
  breakPrice2: 'staffelpreis2 staffel2preis preisab2 staffelvk2',
  breakFrom3:
    'staffelmenge3 staffel3menge staffelab3 staffel3ab abmenge3 mengeab3 mengenstaffel3 breakquantity3 breakqty3',
  breakPrice3: 'staffelpreis3 staffel3preis preisab3 staffelvk3',
  reorderBelow: 'meldebestand mindestbestand bestellpunkt sicherheitsbestand reorderpoint reorderlevel minimumstock',
  onSale: 'aktiv imverkauf envente enventa',
  image: 'picture bild photo imagen afbeelding',
  onSaleFrom: 'verkaufab gültigab gültigvon',
  onSaleUntil: 'verkaufbis gültigbis',
  description: 'beschreibung artikelbeschreibung langtext descripción descrizione omschrijving',
  datasheet: 'datenblatt datenblätter',
  certificate: 'zertifikat zertifikate',
  drawing: 'zeichnung zeichnungen',
  manual: 'anleitung anleitungen',
};

/** What headings mean. */
const HEADINGS = new Map<string, SheetColumn>([
  // Its own name is that of each field, as exports write it.
  ...[...IMPORTED, ...KEPT].map((field) => [field.toLowerCase(), field] as const),
  ...SHEET_COLUMNS.filter((column) => /^break|Kg$/.test(column)).map((each) => [each.toLowerCase(), each] as const),
  // A cell may name several.
  ...DOCUMENT_KINDS.flatMap((kind) => [kind, `${kind}s`].map((word) => [word, kind] as const)),
  // The table has no other keys than columns.
  ...(Object.entries(ALSO_CALLED) as [SheetColumn, string][]).flatMap(([column, words]) =>
    words.split(/\s+/).map((word) => [word, column] as const),
  ),
]);

/** Headings of what price lists say and a tool has no field for: known, and left out. */
const LEFT_OUT: ReadonlySet<string> = new Set(
  'whyitwasleftout lieferant lieferantennummer lieferantennr supplier fournisseur proveedor fornitore leverancier'.split(
    ' ',
  ),
);

/** What headings are taken for that are none by themselves, by their plain words; '' leaves a column out. */
export type TaughtHeadings = ReadonlyMap<string, SheetColumn | ''>;

/** What a heading is taken for: what it was said to be, else what it names; '' where it is left out, null where nobody knows. */
export function takenFor(
  heading: string,
  taught: TaughtHeadings,
  attributes: readonly Attribute[],
): SheetColumn | '' | null {
  const plain = plainHeading(heading);
  const named = attributes.find(({ name }) => name === heading);
  // An export writes the names of fields and attributes as they are: none is ever taken for another.
  if (named && !FIELDS.has(heading)) return `attr.${named.key}`;
  return (
    known(taught.get(plain), attributes) ??
    columnOf(heading) ??
    attributeOf(plain, attributes) ??
    (LEFT_OUT.has(plain) ? '' : null)
  );
}

/** What the shop was taught; nothing where that is an attribute that it has no longer. */
function known(said: SheetColumn | '' | undefined, attributes: readonly Attribute[]): SheetColumn | '' | undefined {
  const isGone = said?.startsWith('attr.') && !attributes.some(({ key }) => said === `attr.${key}`);
  return isGone ? undefined : said;
}

const FIELDS: ReadonlySet<string> = new Set(['_id', 'stockThen', 'packSize', ...IMPORTED]);

function attributeOf(plain: string, attributes: readonly Attribute[]): AttributeColumn | undefined {
  const found = attributes.find(({ key, name }) => plainHeading(name) === plain || plainHeading(key) === plain);
  return found && `attr.${found.key}`;
}

/** A heading without case, blanks and signs. */
export function plainHeading(heading: string): string {
  return heading
    .slice(0, MAX_HEADING)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** No heading that is known is longer. */
export const MAX_HEADING = 100;

/** The field that a heading names; undefined where it names none. */
export function columnOf(heading: string): SheetColumn | undefined {
  return HEADINGS.get(plainHeading(heading)) ?? priceFrom(heading.slice(0, MAX_HEADING));
}

const PRICE_FROM =
  /^(?:(?:netto|staffel)?preis|vk|price|prix|precio|prezzo|prijs)?[\s-]*(?:netto|net)?[\s(]*(?:ab|from|à partir de|dès|desde|da|vanaf)\s*(\d{1,3}(?:[.,'\s]\d{3})+|\d{1,9})\s*(?:stück|stk|st|pcs|pieces|pc|ea|pièces|pz|€|eur|[.\s()[\]])*$/iu;

function priceFrom(heading: string): PriceFromColumn | undefined {
  const [, pieces] = PRICE_FROM.exec(heading.normalize('NFC').trim()) ?? [];
  const from = Number(pieces?.replaceAll(/\D/g, ''));
  return from > 1 ? `breakAt.${from}` : undefined;
}
