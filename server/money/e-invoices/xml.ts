/** An element: its name, attributes, and text or children. What is null or empty is left out, since no rule allows it empty. */
export type Element = [name: string, content: Content, attributes?: Record<string, string>];
type Content = string | number | (Element | null)[] | null;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The document as text. Names and attributes are our own words; text may be anything. */
export function xmlOf(root: Element): string {
  return DECLARATION + (written(root, '') ?? '');
}

function written([name, content, attributes = {}]: Element, indent: string): string | null {
  const inner = innerOf(content, indent);
  if (inner === null) return null;
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `${indent}<${name}${said.join('')}>${inner}</${name}>\n`;
}

function innerOf(content: Content, indent: string): string | null {
  if (content === null) return null;
  if (!Array.isArray(content)) return escaped(String(content)) || null;
  const children = content.flatMap((child) => (child === null ? [] : (written(child, `${indent}  `) ?? [])));
  return children.length === 0 ? null : `\n${children.join('')}${indent}`;
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
