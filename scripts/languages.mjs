// Writes the pages' scripts in each language: what `say` of web/saying/say.ts is called with becomes that language's words.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** What stands in the place of `say`, LANGUAGE and LOCALE of web/saying/say.ts in built scripts: no bundler gives anything such a name. */
const SAY = '__say__';
const CONSTANTS = ['LANGUAGE', 'LOCALE'].map((name) => [name, `__${name.toLowerCase()}__`]);

/** Takes web/saying/say.ts out of a source that says something. @returns null where it says nothing */
export function unspoken(source) {
  const imported = /^import \{ ([\w, ]+) \} from '#web\/saying\/say\.ts';$/m;
  if (!imported.test(source)) return null;
  const later = source.replace(imported, '').replaceAll(/\bsay\(/g, `/* @__PURE__ */ ${SAY}(`);
  return CONSTANTS.reduce((text, [name, mark]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), mark), later);
}

/** How each language writes numbers and names, as LOCALES in contract/languages.ts; the first is that of the sources. */
export const SPOKEN_LOCALES = { en: 'en-US', de: 'de-DE' };

/** The words of a language: what each message of the sources is in it. @throws where one stands in two files */
export function wordsOfScreens(root, language) {
  const folder = join(root, 'content', language, 'screens');
  const words = new Map();
  if (!existsSync(folder)) return words;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
    for (const [message, said] of Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')))) {
      if (words.has(message)) throw new Error(`Twice in content/${language}/screens: ${message}`);
      words.set(message, said);
    }
  return words;
}

/**
 * Says a script in a language: the code with each call of `say` replaced by what it comes to.
 * @param translate what a message of the sources is in the language
 */
export function spoken(code, { language, translate }) {
  if (!isSpoken(code)) return code;
  const locale = SPOKEN_LOCALES[language];
  const constants = new Map(CONSTANTS.map(([name, mark]) => [mark, quoted(name === 'LOCALE' ? locale : language)]));
  const around = ({ start }) => code.slice(Math.max(0, start - 60), start + 60);
  /** Finds what is to be said, outermost first. */
  const look = (node, edits) => {
    if (Array.isArray(node)) for (const each of node) look(each, edits);
    else if (node?.type === 'CallExpression' && node.callee.name === SAY)
      edits.push({ start: node.start, end: node.end, text: saidCall(node) });
    else if (node?.type === 'Identifier') {
      if (node.name === SAY) throw new Error(`say is called, and nothing else: ${around(node)}`);
      const text = constants.get(node.name);
      if (text !== undefined) edits.push({ start: node.start, end: node.end, text });
    } else if (node !== null && typeof node === 'object') for (const child of Object.values(node)) look(child, edits);
  };
  const textOf = (node) => {
    const inner = [];
    look(node, inner);
    return spliced(code, inner, node.start, node.end);
  };
  const saidCall = (node) => {
    const [message, given] = node.arguments;
    const values = new Map();
    for (const property of given?.properties ?? []) {
      if (property.type !== 'Property' || property.computed) throw new Error(`Name each value: ${around(node)}`);
      values.set(property.key.name ?? property.key.value, property.value);
    }
    if (given && given.type !== 'ObjectExpression') throw new Error(`Name each value: ${around(node)}`);
    return sayOne(message, values, node);
  };
  const sayOne = (message, values, call) => {
    // The minifier makes one call of two that are chosen between.
    if (message.type === 'ConditionalExpression')
      return `(${textOf(message.test)}?${sayOne(message.consequent, values, call)}:${sayOne(message.alternate, values, call)})`;
    if (message.type === 'ParenthesizedExpression') return sayOne(message.expression, values, call);
    const text =
      message.type === 'TemplateLiteral' && !message.expressions.length
        ? message.quasis[0].value.cooked
        : message.value;
    if (typeof text !== 'string') throw new Error(`A message is written out: ${around(call)}`);
    const filled = new Map(
      [...values].map(([name, value]) => [name, { text: textOf(value), isPlain: value.type === 'Identifier' }]),
    );
    return compiled(translate(text), filled, locale);
  };
  const edits = [];
  look(parseAst(code).body, edits);
  return spliced(code, edits, 0, code.length);
}

const isSpoken = (code) => code.includes(SAY) || CONSTANTS.some(([, mark]) => code.includes(mark));

function spliced(code, edits, start, end) {
  let text = '';
  let at = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at, end);
}

/** Tags as web/shell/said.tsx finds them. */
function marked(text) {
  return text.replaceAll(/<(\w+)>([^<]*)<\/\1>/g, '\uFDD0$1\uFDD1$2\uFDD0');
}

/** A message as an expression. @param values the code of what it is filled in with */
function compiled(message, values, locale) {
  const elements = parse(marked(message), { ignoreTag: true });
  const uses = new Map();
  count(elements, uses);
  // What is said twice is made once.
  const twice = [...uses]
    .filter(([name, times]) => times > 1 && values.get(name)?.isPlain === false)
    .map(([name]) => name);
  const codeOf = (name, isOperand = true) => {
    if (!values.has(name)) throw new Error(`Nothing to fill in for ${name}: ${message}`);
    const { text, isPlain } = values.get(name);
    if (twice.includes(name)) return name;
    return isOperand && !isPlain ? `(${text})` : text;
  };
  const said = joined(elements, { codeOf, locale });
  if (twice.length === 0) return said;
  return `((${twice.join()})=>${said})(${twice.map((name) => values.get(name).text).join()})`;
}

function count(elements, uses, counted = null) {
  for (const element of elements) {
    if (element.type === TYPE.literal) continue;
    const name = element.type === TYPE.pound ? counted : element.value;
    uses.set(name, (uses.get(name) ?? 0) + 1);
    for (const { value } of Object.values(element.options ?? {}))
      count(value, uses, element.type === TYPE.plural ? element.value : counted);
  }
}

function joined(elements, { codeOf, locale, counted }) {
  if (elements.every(({ type }) => type === TYPE.literal)) return quoted(elements.map(({ value }) => value).join(''));
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal)
      return element.value.replaceAll(/[`\\]|\$\{/g, '\\$&').replaceAll(/[\uFDD0\uFDD1]/g, escaped);
    return `\${${filling(element, { codeOf, locale, counted })}}`;
  });
  return `\`${parts.join('')}\``;
}

function filling(element, { codeOf, locale, counted }) {
  if (element.type === TYPE.argument) return codeOf(element.value, false);
  if (element.type === TYPE.pound) return `${codeOf(counted)}.toLocaleString(${quoted(locale)})`;
  if (element.type === TYPE.number) return `${codeOf(element.value)}.toLocaleString(${quoted(locale)})`;
  if (element.type === TYPE.select) return chosen(element, codeOf(element.value), { codeOf, locale, counted });
  if (element.type !== TYPE.plural || element.offset !== 0) throw new Error(`This is not written: ${element.type}`);
  const value = codeOf(element.value);
  const inner = { codeOf, locale, counted: element.value };
  const { one, other, ...rest } = element.options;
  if (one && Object.keys(rest).length === 0 && hasOneAlone(locale))
    return `${value}===1?${joined(one.value, inner)}:${joined(other.value, inner)}`;
  const exact = Object.keys(rest).filter((key) => key.startsWith('='));
  const options = Object.fromEntries(Object.entries(element.options).filter(([key]) => !key.startsWith('=')));
  const byForm = chosen({ options }, `new Intl.PluralRules(${quoted(locale)}).select(${value})`, inner);
  return exact.reduceRight(
    (otherwise, key) => `${value}===${key.slice(1)}?${joined(rest[key].value, inner)}:${otherwise}`,
    byForm,
  );
}

/** One of several words, by a key; `other` where none has it. */
function chosen({ options }, key, inner) {
  const { other, ...rest } = options;
  const words = Object.entries(rest).map(([name, { value }]) => `case${quoted(name)}:return ${joined(value, inner)};`);
  if (words.length === 0) return joined(other.value, inner);
  return `(()=>{switch(${key}){${words.join('')}default:return ${joined(other.value, inner)}}})()`;
}

/** Whether a language has a word of its own for one, and the same for all other numbers of things. */
function hasOneAlone(locale) {
  const rules = new Intl.PluralRules(locale);
  return [...Array(201).keys()].every((number) => rules.select(number) === (number === 1 ? 'one' : 'other'));
}

const escaped = (character) => `\\u${character.codePointAt(0).toString(16).padStart(4, '0')}`;

function quoted(text) {
  return JSON.stringify(text);
}

/**
 * Puts each language's words into the scripts of a folder: English into the files as they are, the others into files of their
 * own beside them, `shell-1a2b3c4d.js` into `shell-1a2b3c4d.de-5e6f.js`. What says nothing and leads to nothing that does is
 * the same file for all.
 * @param languages those beside that of the sources
 * @param elsewhere new names of files of other folders, which these scripts lead to
 * @returns new names of files, by language
 */
export function speakIn(folder, root, languages, elsewhere = {}) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const texts = new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const renamed = {};
  for (const language of languages) {
    const words = wordsOfScreens(root, language);
    // All files of a language get a new name when any word of it changes: they lead to one another in circles.
    const mark = createHash('sha256')
      .update(JSON.stringify([...words]))
      .digest('hex')
      .slice(0, 6);
    const own = namesOf(texts, elsewhere[language] ?? {}, (name) => name.replace(/\.js$/, `.${language}-${mark}.js`));
    renamed[language] = own;
    const missing = new Set();
    const translate = (message) => {
      const said = words.get(message);
      if (said === undefined) missing.add(message);
      return said ?? message;
    };
    const lead = leading({ ...own, ...elsewhere[language] });
    for (const [name, to] of Object.entries(own))
      writeFileSync(join(folder, to), lead(spoken(texts.get(name), { language, translate })));
    if (missing.size > 0) throw new Error(`No words in ${language} for:\n${[...missing].join('\n')}`);
  }
  for (const [name, text] of texts) {
    const said = spoken(text, { language: 'en', translate: (message) => message });
    if (said !== text) writeFileSync(join(folder, name), said);
  }
  return renamed;
}

/** Files that say something, and those that lead to them. */
function namesOf(texts, elsewhere, rename) {
  const own = {};
  for (const [name, text] of texts) if (isSpoken(text)) own[name] = rename(name);
  for (let before = -1; before !== Object.keys(own).length;) {
    before = Object.keys(own).length;
    for (const [name, text] of texts)
      if (!own[name] && [...namesIn(text)].some((other) => own[other] ?? elsewhere[other])) own[name] = rename(name);
  }
  return own;
}

const FILE_NAME = /(?<=[/"'`])[\w.-]+-[\w-]{8}\.js(?=["'`])/g;

const namesIn = (text) => new Set(text.match(FILE_NAME));

/** @param names new names of files @returns what puts them in the place of the old ones */
export function leading(names) {
  return (text) => text.replaceAll(FILE_NAME, (name) => names[name] ?? name);
}
