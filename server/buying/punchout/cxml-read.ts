import { sentence } from '#contract/sentences.ts';
import { AppError } from '#server/engine/http/app-error.ts';

/** An element of a document. */
export interface Element {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: Element[];
  /** What stands in it beside elements, without blanks around it. */
  text: string;
}

const MOST_LEVELS = 32;
const MOST_ELEMENTS = 60_000;

const NAME = '[A-Za-z_][\\w.:-]{0,100}';
const DECLARATION = /^\uFEFF?<\?xml\s[^?<>]{0,200}\?>/;
/** The document type is named and never fetched; one that brings something along is refused. */
const DOCTYPE = new RegExp(
  `<!DOCTYPE\\s+${NAME}(?:\\s+(?:SYSTEM|PUBLIC)(?:\\s+"[^"<>\\[\\]]{0,300}"){1,2})?\\s*>`,
  'y',
);
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'g');
const TEXT = /[^<]+/y;
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));|&/g;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML as its standard has it, without entities of its own and without anything fetched.
 * @throws AppError 400 for what is no such document, or has more elements or levels than any message
 */
export function readXml(source: string): Element {
  if (source.includes('\0') || !source.isWellFormed()) throw broken();
  let at = DECLARATION.exec(source)?.[0].length ?? (source.startsWith('\uFEFF') ? 1 : 0);
  let elements = 0;
  let typed = false;
  let root: Element | null = null;
  const open: Element[] = [];
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const upTo = (end: string): string => {
    const found = source.indexOf(end, at);
    if (found < 0) throw broken();
    const held = source.slice(at, found);
    at = found + end.length;
    return held;
  };
  const say = (text: string) => {
    const into = open.at(-1);
    if (into) into.text += text;
    else if (text.trim() !== '') throw broken();
  };
  /** What is no element: comments, texts as they stand, instructions and the document type. */
  const markup = (): boolean => {
    if (source.startsWith('<!--', at)) upTo('-->');
    else if (source.startsWith('<?', at)) upTo('?>');
    else if (source.startsWith('<![CDATA[', at)) {
      at += 9;
      say(upTo(']]>'));
    } else if (source.startsWith('<!', at)) {
      if (root || typed || !take(DOCTYPE)) throw refusedType();
      typed = true;
    } else return false;
    return true;
  };
  const tag = () => {
    const [, closes, name = '', attributes = '', isEmpty] = take(TAG) ?? [];
    if (name === '') throw broken();
    if (closes) {
      if (open.pop()?.name !== name || attributes !== '' || isEmpty) throw broken();
      return;
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' };
    if (++elements > MOST_ELEMENTS || open.length >= MOST_LEVELS) throw tooLarge();
    const parent = open.at(-1);
    if (!parent && root) throw broken();
    parent?.children.push(element);
    root ??= element;
    if (!isEmpty) open.push(element);
  };
  while (at < source.length) {
    if (source[at] !== '<') say(decoded(take(TEXT)?.[0] ?? ''));
    else if (!markup()) tag();
  }
  if (!root || open.length > 0) throw broken();
  return root;
}

function attributesOf(written: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single = ''] of written.matchAll(ATTRIBUTE)) {
    if (found.has(name)) throw broken();
    found.set(name, decoded(double ?? single));
  }
  return found;
}

/** @throws AppError 400 for a reference to an entity that XML does not bring itself */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(REFERENCE, (all, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name] ?? '';
    if (all === '&')
      throw new AppError('VALIDATION_ERROR', sentence('The document refers to an entity. Write its text instead.'));
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff);
    if (!isCharacter || (code >= 0xd800 && code <= 0xdfff)) throw broken();
    return String.fromCodePoint(code);
  });
}

function broken(): AppError {
  return new AppError('INVALID_JSON', sentence('The document is not well-formed XML.'));
}

function refusedType(): AppError {
  return new AppError(
    'VALIDATION_ERROR',
    sentence('A DOCTYPE may only name the cXML document type. Entities and declarations of your own are refused.'),
  );
}

function tooLarge(): AppError {
  return new AppError('BODY_TOO_LARGE', sentence('The document has more elements or levels than any message.'));
}

/** The first element of a way down, such as `Header/Sender/Credential`. */
export function elementAt(from: Element | undefined, way: string): Element | undefined {
  return way
    .split('/')
    .reduce<Element | undefined>((at, name) => at?.children.find((child) => child.name === name), from);
}

/** The text at the end of a way down; empty where there is none. */
export function textAt(from: Element | undefined, way: string): string {
  return elementAt(from, way)?.text.trim() ?? '';
}

export function childrenOf(from: Element | undefined, name: string): Element[] {
  return from?.children.filter((child) => child.name === name) ?? [];
}

/** An attribute; empty where there is none. */
export function attributeOf(of: Element | undefined, name: string): string {
  return of?.attributes.get(name)?.trim() ?? '';
}
