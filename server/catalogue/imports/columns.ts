import { IMPORTED, type ImportedField } from '#contract/catalogue/imports.ts';

/** What a column says: a field, which tool it is, or the pieces that come to its stock or go. */
export type SheetColumn = ImportedField | '_id' | 'stockChange';

/** Headings without case, blanks and signs, and what they mean. */
const HEADINGS: Record<string, SheetColumn> = {
  // Its own name is that of each field, as exports write it.
  ...Object.fromEntries(IMPORTED.map((field) => [field.toLowerCase(), field])),
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
    'codice',
    'código',
    'artikelcode',
  ),
  ...of('name', 'bezeichnung', 'artikel', 'désignation', 'nom', 'nombre', 'nome', 'naam', 'product', 'productname'),
  ...of('category', 'kategorie', 'warengruppe', 'catégorie', 'categoría', 'categoria', 'categorie'),
  ...of(
    'price',
    'preis',
    'stückpreis',
    'einzelpreis',
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
    'moq',
    'quantitéminimale',
    'cantidadmínima',
    'minimumafname',
  ),
  ...of('quantityStep', 'verpackungseinheit', 've', 'carton', 'packsize'),
  ...of('weight', 'gewicht', 'gewichtg', 'weightg', 'poids', 'peso'),
  ...of('onSale', 'aktiv', 'imverkauf', 'envente', 'enventa'),
  ...of('image', 'bild', 'photo', 'imagen', 'afbeelding'),
  ...of('description', 'beschreibung', 'descripción', 'descrizione', 'omschrijving'),
};

function of(column: SheetColumn, ...headings: string[]): Record<string, SheetColumn> {
  return Object.fromEntries(headings.map((heading) => [heading, column]));
}

/** The field that a heading names; undefined where it names none. */
export function columnOf(heading: string): SheetColumn | undefined {
  const plain = heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return Object.hasOwn(HEADINGS, plain) ? HEADINGS[plain] : undefined;
}
