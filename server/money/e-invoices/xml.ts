/**
 * What an element holds: text, or elements by their names in the order of the schema, several of one name as a list. `@name` is an
 * attribute, `#` the text beside it, `#lines` a text whose last line ends. What is null or empty is left out, since no rule allows it empty.
 */
export type Content = string | number | null | Elements;
export interface Elements {
  [name: string]: Content | Content[];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The document as text. Names and attributes are our own words; text may be anything. */
export function xmlOf(root: string, content: Elements): string {
  return DECLARATION + written(root, content, '');
}

function written(name: string, content: Content, indent: string): string {
  // Most elements are text; an invoice of 1,000 lines has tens of thousands of them.
  if (typeof content !== 'object' || content === null) return element(name, '', escaped(String(content ?? '')), indent);
  let [attributes, children, text] = ['', '', ''];
  for (const [key, held] of Object.entries(content))
    for (const each of Array.isArray(held) ? held : [held])
      if (key === '#') text = escaped(String(each ?? ''));
      else if (key === '#lines') text = `${escaped(String(each))}\n`;
      else if (!key.startsWith('@')) children += written(key, each, `${indent}  `);
      else if (each !== null) attributes += ` ${key.slice(1)}="${escaped(String(each))}"`;
  return element(name, attributes, children === '' ? text : `\n${children}${indent}`, indent);
}

function element(name: string, attributes: string, inner: string, indent: string): string {
  return inner === '' ? '' : `${indent}<${name}${attributes}>${inner}</${name}>\n`;
}

/** What none of the replacements of `escaped` changes. */
const PLAIN = /^[\w.,:;()/#+ -]*$/;

/** XML has no place for control characters and halves of a character pair. */
export function escaped(text: string): string {
  if (PLAIN.test(text)) return text.trim();
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
