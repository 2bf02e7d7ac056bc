import type { XmlHandler } from '#sheets/xml-pieces.ts';

/** No text of a product is longer; the rest of it is left out. */
const MAX_TEXT = 40_000;
/** The most prices, packs and features of one product that are read. */
const MOST_OF_ONE = 300;
/** The most categories, and products in one, that are kept while the products are read. */
const MOST_KEPT = 500_000;

/** A price as it stands: of PRICE_QUANTITY order units, from LOWER_BOUND of them on. */
export interface CataloguePrice {
  type: string;
  amount: string;
  currency: string;
  from: string;
}

export interface CataloguePack {
  /** In order units. */
  quantity: string;
  code: string;
  name: string;
  gtin: string;
}

export interface CatalogueFeature {
  name: string;
  value: string;
  unit: string;
}

/** One PRODUCT, or ARTICLE of BMEcat 1.2, as far as an import takes it; what it does not say is empty. */
export interface CatalogueProduct {
  /** Of elements that stand once, by the names of BMEcat 2005. */
  texts: Map<string, string>;
  unspsc: string;
  prices: CataloguePrice[];
  packs: CataloguePack[];
  features: CatalogueFeature[];
  picture: string;
}

/** Elements of BMEcat 1.2 by what they are called since. */
const SINCE: Record<string, string> = {
  ARTICLE: 'PRODUCT',
  SUPPLIER_AID: 'SUPPLIER_PID',
  EAN: 'INTERNATIONAL_PID',
  ARTICLE_PRICE: 'PRODUCT_PRICE',
  ARTICLE_FEATURES: 'PRODUCT_FEATURES',
  ART_ID: 'PROD_ID',
  ARTICLE_TO_CATALOGGROUP_MAP: 'PRODUCT_TO_CATALOGGROUP_MAP',
};

/** Elements of a product that stand once in it, whatever stands around them. */
const ONCE = new Set([
  'DESCRIPTION_SHORT',
  'DESCRIPTION_LONG',
  'INTERNATIONAL_PID',
  'ORDER_UNIT',
  'NO_CU_PER_OU',
  'PRICE_QUANTITY',
  'QUANTITY_INTERVAL',
  'CUSTOMS_NUMBER',
  'COUNTRY_OF_ORIGIN',
  'WEIGHT',
]);

/** Elements that hold texts of their own: what stands in one is no other's. */
const GROUPS = new Set([
  'PRODUCT',
  'PRODUCT_PRICE',
  'PACKING_UNIT',
  'FEATURE',
  'PRODUCT_FEATURES',
  'MIME',
  'CATALOG_STRUCTURE',
  'PRODUCT_TO_CATALOGGROUP_MAP',
  'HEADER',
  'PRODUCT_REFERENCE',
]);

/** What a catalogue says beside its products. */
export interface CatalogueFacts {
  generator: string;
  /** The name of each category by its id, and the id of each product's first one. */
  groups: Map<string, string>;
  groupOf: Map<string, string>;
}

type Texts = Map<string, string>;

/** Reads a catalogue: each product is told as it ends, and what stands beside them is in `facts` at the end. */
export function catalogueReader(onProduct: (product: CatalogueProduct) => void): {
  handler: XmlHandler;
  facts: CatalogueFacts;
} {
  const facts: CatalogueFacts = { generator: '', groups: new Map(), groupOf: new Map() };
  /** The groups that are open, each with its texts. */
  const open: { name: string; texts: Texts; type: string }[] = [];
  let product: CatalogueProduct | null = null;
  let text = '';
  let type = '';
  const within = () => open.at(-1);
  const handler: XmlHandler = {
    open(given, attributes) {
      const name = SINCE[given] ?? given;
      text = '';
      type = attributes['type'] ?? '';
      if (!GROUPS.has(name)) return;
      open.push({ name, texts: new Map(), type: attributes['price_type'] ?? '' });
      if (name === 'PRODUCT')
        product = { texts: new Map(), unspsc: '', prices: [], packs: [], features: [], picture: '' };
    },
    text(more) {
      if (text.length < MAX_TEXT) text += more.slice(0, MAX_TEXT - text.length);
    },
    close(given) {
      const name = SINCE[given] ?? given;
      const group = within();
      if (group?.name === name) {
        open.pop();
        if (name === 'PRODUCT' && product) {
          keepOnce(product.texts, group.texts);
          onProduct(product);
          product = null;
        } else if (product) endGroup(product, name, group.texts, group.type);
        else noteFacts(facts, name, group.texts);
      } else if (group) {
        const said = text.trim();
        // A GTIN beside numbers of other kinds, and of a pack.
        const isOther = (name === 'INTERNATIONAL_PID' || group.name === 'PACKING_UNIT') && isOtherNumber(name, type);
        if (said !== '' && !group.texts.has(name) && !isOther) group.texts.set(name, said);
      }
      text = '';
    },
  };
  return { handler, facts };
}

const isOtherNumber = (name: string, type: string) =>
  (name === 'INTERNATIONAL_PID' || name === 'SUPPLIER_PID') && type !== '' && !/^(?:gtin|ean|upc)$/i.test(type);

function keepOnce(kept: Texts, texts: Texts): void {
  for (const [name, said] of texts)
    if (ONCE.has(name) || name === 'SUPPLIER_PID' || name === 'QUANTITY_MIN') kept.set(name, said);
}

function endGroup(product: CatalogueProduct, name: string, texts: Texts, type: string): void {
  const of = (field: string) => texts.get(field) ?? '';
  if (name === 'PRODUCT_PRICE' && product.prices.length < MOST_OF_ONE)
    product.prices.push({ type, amount: of('PRICE_AMOUNT'), currency: of('PRICE_CURRENCY'), from: of('LOWER_BOUND') });
  if (name === 'PACKING_UNIT' && product.packs.length < MOST_OF_ONE)
    product.packs.push({
      quantity: of('QUANTITY_MIN'),
      code: of('PACKING_UNIT_CODE'),
      name: of('PACKING_UNIT_DESCR'),
      gtin: of('SUPPLIER_PID'),
    });
  if (name === 'FEATURE' && product.features.length < MOST_OF_ONE)
    product.features.push({ name: of('FNAME'), value: of('FVALUE'), unit: of('FUNIT') });
  if (name === 'PRODUCT_FEATURES' && /^UNSPSC/i.test(of('REFERENCE_FEATURE_SYSTEM_NAME')))
    product.unspsc ||= of('REFERENCE_FEATURE_GROUP_ID');
  const isPicture =
    of('MIME_PURPOSE') === 'normal' || (of('MIME_PURPOSE') === '' && of('MIME_TYPE').startsWith('image/'));
  if (name === 'MIME' && isPicture) product.picture ||= of('MIME_SOURCE');
}

function noteFacts(facts: CatalogueFacts, name: string, texts: Texts): void {
  const of = (field: string) => texts.get(field) ?? '';
  if (name === 'HEADER') facts.generator = of('GENERATOR_INFO');
  if (name === 'CATALOG_STRUCTURE' && facts.groups.size < MOST_KEPT) facts.groups.set(of('GROUP_ID'), of('GROUP_NAME'));
  if (name === 'PRODUCT_TO_CATALOGGROUP_MAP' && facts.groupOf.size < MOST_KEPT && !facts.groupOf.has(of('PROD_ID')))
    facts.groupOf.set(of('PROD_ID'), of('CATALOG_GROUP_ID'));
}
