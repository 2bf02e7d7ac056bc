import { randomBytes } from 'node:crypto';

/** What an element holds: text, or elements in the order of the document type; null and undefined are left out. */
export type XmlNode =
  | string
  | null
  | undefined
  | { name: string; attributes: Record<string, string>; inner: XmlNode[] };

/** An element. Names are our own words; texts may be anything. */
export function node(name: string, attributes: Record<string, string>, ...inner: XmlNode[]): XmlNode {
  return { name, attributes, inner };
}

export function written(given: XmlNode): string {
  if (given === null || given === undefined) return '';
  if (typeof given === 'string') return escaped(given);
  const attributes = Object.entries(given.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const inner = given.inner.map(written).join('');
  const begins = `<${given.name}${attributes.join('')}`;
  return inner === '' ? `${begins}/>` : `${begins}>${inner}</${given.name}>`;
}

/** XML has no place for control characters and halves of a character pair. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The document types of the standard: orders and visits, what is sent, invoices. */
type DocumentType = 'cXML' | 'Fulfill' | 'InvoiceDetail';

function documentOf(type: DocumentType, payloadID: string, now: Date, inner: XmlNode[]): string {
  const attributes = { payloadID, timestamp: stamp(now), 'xml:lang': 'en-US' };
  const begins = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/${type}.dtd">\n`;
  return begins + written(node('cXML', attributes, ...inner));
}

/** A moment as messages have it. */
export function stamp(at: Date): string {
  return at.toISOString().replace('Z', '+00:00');
}

/** A whole message. @param host of the shop, which its number ends with */
export function message(host: string, now: Date, ...inner: XmlNode[]): string {
  return documentOf('cXML', `${now.getTime()}.${randomBytes(8).toString('hex')}@${host}`, now, inner);
}

/** A message of a number of its own, the same bytes each time that it is written. */
export function numberedMessage(
  { type, payloadID, at }: { type: DocumentType; payloadID: string; at: Date },
  ...inner: XmlNode[]
): string {
  return documentOf(type, payloadID, at, inner);
}

/** Who a message is from or to. */
export function credentialNodes(all: readonly { domain: string; identity: string }[]): XmlNode[] {
  return all.map(({ domain, identity }) => node('Credential', { domain }, node('Identity', {}, identity)));
}

/** The status codes that are answered, with their words in the standard. */
export const STATUS = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  406: 'Not Acceptable',
  409: 'Conflict',
  450: 'Not Implemented',
  500: 'Internal Server Error',
  560: 'Temporary server error',
} as const;
export type StatusCode = keyof typeof STATUS;

/** A message that answers another. @param says a sentence for people */
export function answer(host: string, now: Date, code: StatusCode, says: string, content: XmlNode = null): string {
  const status = node('Status', { code: String(code), text: STATUS[code], 'xml:lang': 'en-US' }, says);
  return message(host, now, node('Response', {}, status, content));
}

/** Money as a message has it. @param cents of the currency's hundredth */
export function moneyNode(cents: bigint, currency: string): XmlNode {
  const sign = cents < 0n ? '-' : '';
  const plain = cents < 0n ? -cents : cents;
  return node('Money', { currency }, `${sign}${plain / 100n}.${String(plain % 100n).padStart(2, '0')}`);
}
