import type { Attribute } from '#contract/catalogue/attributes.ts';
import { DOCUMENT_KINDS, type DocumentKind } from '#contract/catalogue/documents.ts';
import { IMPORTED, type ImportedField } from '#contract/catalogue/imports.ts';

/** What a column says: a field, an attribute, documents of a kind, which tool it is, or the pieces that come to its stock or go. */
export type SheetColumn = ImportedField | '_id' | 'stockChange' | DocumentKind | AttributeColumn;

/** The column of an attribute, by its key. */
export type AttributeColumn = `attr.${string}`;

/** Headings without case, blanks and signs, and what they mean. */
const HEADINGS: Record<string, SheetColumn> = {
  // Its own name is that of each field, as exports write it.
  ...Object.fromEntries(IMPORTED.map((field) => [field.toLowerCase(), field])),
  // A cell may name several.
  ...Object.fromEntries(DOCUMENT_KINDS.flatMap((kind) => [kind, `${kind}s`].map((said) => [said, kind]))),
  ...of('datasheet', 'datenblatt', 'datenblätter'),
  ...of('certificate', 'zertifikat', 'zertifikate'),
  ...of('drawing', 'zeichnung', 'zeichnungen'),
  ...of('manual', 'anleitung', 'anleitungen'),
  id: '_id',
  toolid: '_id',
  stocknumber: 'sku',
  tool: 'name',
  available: 'availableQuantity',
  stock: 'availableQuantity',
  stockchange: 'stockChange',
  minimumorderquantity: 'minOrderQuantity',
  minimumorder: 'minOrderQuantity',
  minimum: 'minOrderQuantity',
  step: 'quantityStep',
  weightgrams: 'weight',
  picture: 'image',
  // As spreadsheets of other countries name them.
  ...of(
    'sku',
    'artikelnummer',
    'artikelnr',
    'artnr',
    'référence',
    'reference',
    'codearticle',
    'artikelnummern',
    'materialnummer',
    'bestellnummer',
    'bestellnr',
    'codice',
    'código',
    'artikelcode',
  ),
  ...of(
    'name',
    'bezeichnung',
    'artikelbezeichnung',
    'artikelname',
    'produkt',
    'artikel',
    'désignation',
    'nom',
    'nombre',
    'nome',
    'naam',
    'product',
    'productname',
  ),
  ...of('category', 'kategorie', 'warengruppe', 'produktgruppe', 'catégorie', 'categoría', 'categoria', 'categorie'),
  ...of(
    'price',
    'preis',
    'stückpreis',
    'einzelpreis',
    'nettopreis',
    'preisnetto',
    'listenpreis',
    'verkaufspreis',
    'verkaufspreisnetto',
    'vk',
    'vknetto',
    'vkpreis',
    'unitprice',
    'prix',
    'prixunitaire',
    'precio',
    'prezzo',
    'prijs',
  ),
  ...of(
    'availableQuantity',
    'bestand',
    'lagerbestand',
    'verfügbar',
    'verfügbaremenge',
    'lagermenge',
    'quantity',
    'instock',
    'disponible',
    'existencias',
    'giacenza',
    'voorraad',
  ),
  ...of(
    'minOrderQuantity',
    'mindestmenge',
    'mindestbestellmenge',
    'mindestabnahme',
    'mindestabnahmemenge',
    'moq',
    'quantitéminimale',
    'cantidadmínima',
    'minimumafname',
  ),
  ...of('quantityStep', 'verpackungseinheit', 've', 'vpe', 'losgröße', 'carton', 'packsize'),
  ...of('priceBreaks', 'staffelpreise', 'staffelpreis', 'mengenstaffel', 'preisstaffel', 'staffel'),
  ...of('gtin', 'ean', 'eancode', 'barcode'),
  ...of('hsCode', 'zolltarifnummer', 'customstariffnumber'),
  ...of('origin', 'ursprungsland', 'countryoforigin', 'paysdorigine'),
  ...of('family', 'produktfamilie', 'familie', 'serie'),
  ...of('weight', 'gewicht', 'gewichtg', 'gewichting', 'weightg', 'poids', 'peso'),
  ...of('onSale', 'aktiv', 'imverkauf', 'envente', 'enventa'),
  ...of('image', 'bild', 'photo', 'imagen', 'afbeelding'),
  ...of('onSaleFrom', 'verkaufab', 'gültigab', 'gültigvon'),
  ...of('onSaleUntil', 'verkaufbis', 'gültigbis'),
  ...of('description', 'beschreibung', 'artikelbeschreibung', 'langtext', 'descripción', 'descrizione', 'omschrijving'),
};

function of(column: SheetColumn, ...headings: string[]): Record<string, SheetColumn> {
  return Object.fromEntries(headings.map((heading) => [heading, column]));
}

/** Headings of what price lists say and a tool has no field for: known, and left out. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'lieferant',
  'lieferantennummer',
  'lieferantennr',
  'supplier',
  'fournisseur',
  'proveedor',
  'fornitore',
  'leverancier',
]);

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
  return taught.get(plain) ?? columnOf(heading) ?? attributeOf(plain, attributes) ?? (LEFT_OUT.has(plain) ? '' : null);
}

const FIELDS: ReadonlySet<string> = new Set(['_id', ...IMPORTED]);

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
  const plain = plainHeading(heading);
  return Object.hasOwn(HEADINGS, plain) ? HEADINGS[plain] : undefined;
}
