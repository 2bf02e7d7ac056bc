/**
 * What an element holds: text, or elements by their names in the order of the schema, several of one name as a list. `@name` is an
 * attribute, `#` the text beside it. What is null or empty is left out, since no rule allows it empty.
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
  const { '#': text = '', ...rest } = typeof content === 'object' ? (content ?? {}) : { '#': content };
  let [attributes, children] = ['', ''];
  for (const [key, held] of Object.entries(rest))
    for (const each of [held].flat())
      if (!key.startsWith('@')) children += written(key, each, `${indent}  `);
      else if (each !== null) attributes += ` ${key.slice(1)}="${escaped(String(each))}"`;
  const inner = children === '' ? escaped(String(text ?? '')) : `\n${children}${indent}`;
  return inner === '' ? '' : `${indent}<${name}${attributes}>${inner}</${name}>\n`;
}

/** XML has no place for control characters and halves of a character pair. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
